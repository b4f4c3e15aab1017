import { formatMoney } from "@reposo/contract/money.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { CouponStart } from "#customer/ordering/coupon-sheet.tsx";
import { PriceChoice, type PriceLine, sameOffer } from "#customer/ordering/price-choice.tsx";
import { chairRefused, useStart } from "#customer/ordering/use-start.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { lazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";
import { usePageData } from "#shared/api/page-data.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { Button, ButtonLink } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import styles from "./chair-page.module.css";
import { ChairTaken } from "./chair-taken.tsx";

const couponSheet = lazyComponent(() => import("#customer/ordering/coupon-sheet.tsx"));

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
  readonly device: ChairPageData["device"];
  readonly prices: readonly PriceLine[];
  readonly onPricesChanged: () => Promise<void>;
  readonly bar: ReactNode;
  readonly heading: ReactNode;
  readonly below: ReactNode;
}

export function StartPanel({ device, prices, onPricesChanged, bar, heading, below }: Props) {
  const { deviceId } = device;
  const text = useText("customer");
  const shared = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const isManager = useIsManager();
  const { onlinePayment } = usePageData().settings;
  const { attempt, pending, failure, forget, reconsider } = useStart(onPricesChanged);
  const refusal = useFailureText(failure?.error);
  const [chosen, setChosen] = useState<PriceLine | null>(null);
  const { Sheet: CouponSheet, ...coupon } = useLazySheet(couponSheet);
  const price = sameOffer(prices, chosen) ?? prices[0];
  if (price === undefined) return null;

  const amount = formatMoney(price.amount, price.currency, language);
  const payType = isManager ? "cash" : "online";
  const canPay = isManager || onlinePayment.currencies.includes(price.currency);
  const begin = () =>
    attempt({ deviceId, priceId: price.priceId, payType, code: null, expectedAmount: price.amount });
  const beginByCoupon = ({ price: { priceId }, kind, code, payable }: CouponStart) =>
    attempt({
      deviceId,
      priceId,
      payType: payable > 0 ? payType : kind,
      code,
      expectedAmount: payable > 0 ? payable : null,
    });
  const message = failure?.code === null ? text.startFailed : refusal;
  const payLabel = (sum: string) => fill(isManager ? text.takeCash : text.payOnline, { amount: sum });
  // A code can be typed again; a chair that is taken is said on the page, with another chair as the way on.
  const sheetShown = coupon.isOpen && !chairRefused(failure?.code ?? null);

  const foot = (
    <div className={styles.foot}>
      {canPay && (
        <Button wide pending={pending && !sheetShown} disabled={!online} onClick={begin}>
          {payLabel(amount)}
        </Button>
      )}
      <Button
        wide
        look={canPay ? "quiet" : "primary"}
        disabled={!online}
        pending={coupon.isLoading}
        onClick={() => {
          forget();
          coupon.open();
        }}
      >
        {text.useCoupon}
      </Button>
      {!online && <p className={styles.note}>{shared.offlineReason}</p>}
      {online && onlinePayment.simulated && !isManager && <p className={styles.note}>{text.paySimulated}</p>}
    </div>
  );

  return (
    <Screen bar={bar} foot={device.available ? foot : undefined}>
      {heading}
      {device.available ? (
        <PriceChoice prices={prices} chosen={price.priceId} onChoose={setChosen} />
      ) : (
        <ChairTaken device={device} />
      )}
      {device.available && !canPay && <Banner>{text.payOnlineNone}</Banner>}
      {device.available && message !== undefined && !sheetShown && (
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
          open={sheetShown && device.available}
          onClose={coupon.close}
          kinds={isManager ? ["coupon"] : ["coupon", "cashCoupon"]}
          deviceId={deviceId}
          prices={prices}
          chosen={chosen}
          selected={price}
          canPay={canPay}
          payLabel={payLabel}
          pending={pending}
          error={message}
          refused={failure !== null && failure.code !== null}
          onStart={beginByCoupon}
          onEdit={reconsider}
        />
      )}
    </Screen>
  );
}
