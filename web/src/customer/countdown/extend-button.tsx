import { formatMoney } from "@reposo/contract/money.ts";
import { useCallback, useState } from "react";
import type { OrderFollowed } from "#customer/orders/order-phase.ts";
import CouponSheet from "#customer/ordering/coupon-sheet.tsx";
import { PriceChoice, type PriceLine, sameOffer } from "#customer/ordering/price-choice.tsx";
import { useExtend } from "#customer/ordering/use-extend.ts";
import { usePrices } from "#customer/ordering/use-prices.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { usePageData } from "#shared/api/page-data.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./countdown.module.css";

interface Props {
  readonly order: OrderFollowed;
  readonly reload: () => void;
}

/** Offers more minutes of what runs: the chair's own prices, paid as on the chair's page. */
export default function ExtendButton({ order, reload }: Props) {
  const text = useText("massage");
  const customer = useText("customer");
  const shared = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const { onlinePayment } = usePageData().settings;
  const isManager = readSession()?.kind === "manager";
  const [shown, setShown] = useState<"prices" | "coupon" | null>(null);
  const { orderId, deviceId, gear } = order;
  const { prices, refetchPrices } = usePrices(deviceId, gear, shown !== null);
  const [chosen, setChosen] = useState<PriceLine | null>(null);
  const close = useCallback(() => {
    setShown(null);
    reload();
  }, [reload]);
  const { pending, failure, attempt, forget, reconsider } = useExtend(orderId, close, refetchPrices);

  const lines = prices.kind === "ready" ? prices.lines : [];
  const price = sameOffer(lines, chosen) ?? lines[0];
  const payType = isManager ? "cash" : "online";
  const canPay = price !== undefined && (isManager || onlinePayment.currencies.includes(price.currency));
  const amount = price === undefined ? "" : formatMoney(price.amount, price.currency, language);
  const payLabel = (sum: string) => fill(isManager ? text.addCash : customer.payOnline, { amount: sum });
  const refusal = useFailureText(failure?.error);
  const message = failure?.code === null ? text.addFailed : refusal;
  const show = (next: "prices" | "coupon" | null) => {
    forget();
    setShown(next);
  };

  return (
    <>
      <Button look="quiet" wide onClick={() => show("prices")}>
        {text.addMinutes}
      </Button>
      <Sheet
        open={shown === "prices"}
        onClose={() => show(null)}
        title={text.addMinutes}
        closeLabel={shared.close}
      >
        <div className={styles.question}>
          {prices.kind === "loading" && <Skeleton shape="row" />}
          {prices.kind === "failed" && <Banner kind="error">{text.addPricesFailed}</Banner>}
          {prices.kind === "ready" && price === undefined && <p>{text.addNone}</p>}
          {price !== undefined && (
            <>
              <PriceChoice
                prices={lines}
                chosen={price.priceId}
                onChoose={setChosen}
                question={text.addChoose}
              />
              <p className={styles.soft}>{text.addNote}</p>
              {!canPay && <Banner>{customer.payOnlineNone}</Banner>}
              {message !== undefined && <Banner kind="error">{message}</Banner>}
              {canPay && (
                <Button
                  wide
                  pending={pending}
                  disabled={!online}
                  onClick={() =>
                    attempt({
                      priceId: price.priceId,
                      payType,
                      code: null,
                      expectedAmount: price.amount,
                    })
                  }
                >
                  {payLabel(amount)}
                </Button>
              )}
              <Button
                wide
                look={canPay ? "quiet" : "primary"}
                disabled={!online}
                onClick={() => show("coupon")}
              >
                {customer.useCoupon}
              </Button>
              {!online && <p className={styles.note}>{shared.offlineReason}</p>}
              {online && onlinePayment.simulated && !isManager && (
                <p className={styles.note}>{customer.paySimulated}</p>
              )}
            </>
          )}
        </div>
      </Sheet>
      {price !== undefined && (
        <CouponSheet
          open={shown === "coupon"}
          onClose={() => show("prices")}
          kinds={isManager ? ["coupon"] : ["coupon", "cashCoupon"]}
          deviceId={deviceId}
          prices={lines}
          chosen={chosen}
          selected={price}
          canPay={canPay}
          payLabel={payLabel}
          pending={pending}
          error={message}
          refused={failure !== null && failure.code !== null}
          words={{ title: text.addByCoupon, submit: text.addSubmit }}
          onStart={({ price: { priceId }, kind, code, payable }) =>
            attempt({
              priceId,
              payType: payable > 0 ? payType : kind,
              code,
              expectedAmount: payable > 0 ? payable : null,
            })
          }
          onEdit={reconsider}
        />
      )}
    </>
  );
}
