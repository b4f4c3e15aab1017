import { useCallback, useState } from "react";
import { PaymentButtons, PaymentCoupon, PaymentPrices, usePayment } from "#customer/ordering/index.ts";
import type { OrderFollowed } from "#customer/orders/index.ts";
import { useExtend } from "./use-extend.ts";
import { usePrices } from "./use-prices.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./countdown.module.css";

interface Props {
  readonly order: OrderFollowed;
  readonly reload: () => void;
}

export default function ExtendButton({ order, reload }: Props) {
  const text = useText("massage");
  const { close: closeLabel } = useText("shared");
  const [isOpen, setOpen] = useState(false);
  const { orderId, deviceId, gear } = order;
  const { prices, refetchPrices } = usePrices(deviceId, gear, isOpen);
  const onOrdered = useCallback(() => {
    setOpen(false);
    reload();
  }, [reload]);
  const extension = useExtend(orderId, onOrdered, refetchPrices);
  const payment = usePayment({
    deviceId,
    prices: prices.kind === "ready" ? prices.lines : [],
    order: extension,
    cashText: text.addCash,
    failedText: text.addFailed,
  });
  const { coupon } = payment;
  const isCouponOpen = isOpen && coupon.isOpen && !coupon.isLoading;

  return (
    <>
      <Button
        variant="quiet"
        wide
        onClick={() => {
          extension.clearFailure();
          coupon.close();
          setOpen(true);
        }}
      >
        {text.addMinutes}
      </Button>
      <Sheet
        open={isOpen && !isCouponOpen}
        onClose={() => setOpen(false)}
        title={text.addMinutes}
        closeLabel={closeLabel}
      >
        <div className={styles.question}>
          {prices.kind === "loading" && <Skeleton shape="row" />}
          {prices.kind === "failed" && <Banner kind="error">{text.addPricesFailed}</Banner>}
          {prices.kind === "ready" && payment.price === undefined && <p>{text.addNone}</p>}
          <PaymentPrices payment={payment} question={text.addChoose} note={text.addNote} />
          <PaymentButtons payment={payment} isCouponOpen={isCouponOpen} />
        </div>
      </Sheet>
      <PaymentCoupon
        payment={payment}
        open={isCouponOpen}
        texts={{ title: text.addByCoupon, submit: text.addSubmit }}
        onClose={() => {
          extension.clearFailure();
          coupon.close();
        }}
      />
    </>
  );
}
