import { formatMoney } from "@reposo/contract/money.ts";
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from "react";
import type { CouponSheetProps } from "#features/ordering/coupon-sheet.tsx";
import { PriceChoice, type PriceLine } from "#features/ordering/price-choice.tsx";
import { chairRefused, useStart } from "#features/ordering/use-start.ts";
import { useOnline } from "#platform/connection.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { useTappedPart } from "#platform/late-part.ts";
import { usePageData } from "#platform/page-data.ts";
import { hrefOf } from "#platform/routes.ts";
import { readSession } from "#platform/session-storage.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Banner } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import styles from "./chair-page.module.css";

const couponSheet = (): Promise<{ default: ComponentType<CouponSheetProps> }> =>
  import("#features/ordering/coupon-sheet.tsx");

const never = () => () => undefined;

/** A manager takes cash or a coupon; a customer pays online, by cash coupon or by coupon (START-3). */
function useIsManager(): boolean {
  return useSyncExternalStore(
    never,
    () => readSession()?.kind === "manager",
    () => false,
  );
}

interface Props {
  readonly deviceId: string;
  readonly prices: readonly PriceLine[];
  readonly bar: ReactNode;
  readonly heading: ReactNode;
  readonly below: ReactNode;
}

export function StartPanel({ deviceId, prices, bar, heading, below }: Props) {
  const text = useText("customer");
  const shared = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const isManager = useIsManager();
  const { onlinePayment } = usePageData().settings;
  const { attempt, pending, failure, forget, reconsider } = useStart();
  const [chosenId, setChosenId] = useState(prices[0]?.priceId ?? "");
  const [CouponSheet, fetchCouponSheet] = useTappedPart(couponSheet);
  const [couponOpen, setCouponOpen] = useState(false);
  const price = prices.find((line) => line.priceId === chosenId) ?? prices[0];
  if (price === undefined) return null;

  const amount = formatMoney(price.amount, price.currency, language);
  const payType = isManager ? "cash" : "online";
  const canPay = isManager || onlinePayment.currencies.includes(price.currency);
  const begin = (kind: "online" | "cash" | "coupon" | "cashCoupon", code: string | null) =>
    attempt({ deviceId, priceId: price.priceId, payType: kind, code });
  const message = failure === null ? undefined : failure.code === null ? text.startFailed : failure.message;
  const payable = canPay ? (failure?.payable ?? null) : null;
  const payLabel = (sum: string) => fill(isManager ? text.takeCash : text.payOnline, { amount: sum });
  // A code can be typed again; a chair that is taken is said on the page, with another chair as the way on.
  const sheetShown = couponOpen && !chairRefused(failure?.code ?? null);

  const foot = (
    <div className={styles.foot}>
      {canPay && (
        <Button wide pending={pending && !sheetShown} disabled={!online} onClick={() => begin(payType, null)}>
          {payLabel(amount)}
        </Button>
      )}
      <Button
        wide
        look={canPay ? "quiet" : "primary"}
        disabled={!online}
        pending={couponOpen && CouponSheet === null}
        onClick={() => {
          forget();
          setCouponOpen(true);
          void fetchCouponSheet().then((there) => {
            if (!there) setCouponOpen(false);
          });
        }}
      >
        {text.useCoupon}
      </Button>
      {!online && <p className={styles.note}>{shared.offlineReason}</p>}
      {online && onlinePayment.simulated && !isManager && <p className={styles.note}>{text.paySimulated}</p>}
    </div>
  );

  return (
    <Screen bar={bar} foot={foot}>
      {heading}
      <PriceChoice prices={prices} chosen={price.priceId} onChoose={setChosenId} />
      {!canPay && <Banner>{text.payOnlineNone}</Banner>}
      {message !== undefined && !sheetShown && (
        <Banner
          kind="error"
          action={
            chairRefused(failure?.code ?? null) ? (
              <ButtonLink look="quiet" href={hrefOf("quickStart")}>
                {text.scanAnother}
              </ButtonLink>
            ) : undefined
          }
        >
          {message}
        </Banner>
      )}
      {below}
      {CouponSheet !== null && (
        <CouponSheet
          open={sheetShown}
          onClose={() => setCouponOpen(false)}
          kinds={isManager ? ["coupon"] : ["coupon", "cashCoupon"]}
          summary={fill(text.couponFor, { name: price.name, minutes: price.minutes, amount })}
          pending={pending}
          error={payable === null ? message : undefined}
          rest={
            payable === null || message === undefined
              ? null
              : {
                  label: payLabel(formatMoney(payable.amount, payable.currency, language)),
                  reason: message,
                }
          }
          onStart={(kind, code) => begin(payable === null ? kind : payType, code)}
          onEdit={reconsider}
        />
      )}
    </Screen>
  );
}
