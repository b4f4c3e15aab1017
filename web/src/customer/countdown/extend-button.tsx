import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import {
  type OrderAttempt,
  type PaidChoice,
  paidFields,
  PaymentButtons,
  PaymentCoupon,
  paymentHref,
  PaymentPrices,
  type PriceLine,
  pricesQuery,
  refetchIfPriceChanged,
  useOrderAttempt,
  usePayment,
  useRefetchPrices,
} from "#customer/ordering/index.ts";
import type { OrderFollowed } from "#customer/orders/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { leaveTo } from "#shared/routing/navigation.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet, SheetFoot } from "#ui/sheet/sheet.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";

interface Props {
  readonly order: OrderFollowed;
  readonly reload: () => void;
}

const noPrices: readonly PriceLine[] = [];

export function ExtendButton({ order, reload }: Props) {
  const text = useText("massage");
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { orderId, deviceId, gear } = order;
  const { data: lines, isError } = useQuery({ ...pricesQuery(deviceId, language), enabled: isOpen });
  const prices = useMemo(() => lines?.filter((line) => line.gear === gear), [lines, gear]);
  const refetchPrices = useRefetchPrices(deviceId);
  const onOrdered = useCallback(() => {
    setOpen(false);
    reload();
  }, [reload]);
  const extension = useExtend(orderId, onOrdered, refetchPrices);
  const payment = usePayment({
    deviceId,
    prices: prices ?? noPrices,
    order: extension,
    cashText: text.addCash,
    failedText: text.addFailed,
  });
  const { coupon } = payment;
  const isCouponOpen = isOpen && coupon.isOpen;

  return (
    <>
      <Button
        wide
        onClick={() => {
          extension.clearFailure();
          coupon.close();
          setOpen(true);
        }}
      >
        {text.addMinutes}
      </Button>
      <Sheet open={isOpen && !isCouponOpen} onClose={() => setOpen(false)} title={text.addMinutes}>
        <div className="stack-3">
          {prices === undefined && !isError && <Skeleton shape="row" />}
          {prices === undefined && isError && <Banner kind="error">{text.addPricesFailed}</Banner>}
          {prices !== undefined && payment.price === undefined && <p>{text.addNone}</p>}
          <PaymentPrices
            payment={payment}
            question={payment.isManager ? undefined : text.addChoose}
            note={text.addNote}
          />
          <SheetFoot>
            <PaymentButtons payment={payment} isCouponOpen={isCouponOpen} />
          </SheetFoot>
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

/** Orders more minutes for a running massage, then calls `onOrdered` and opens the payment page, if there is one. */
function useExtend(orderId: string, onOrdered: () => void, refetchPrices: () => Promise<void>): OrderAttempt {
  const order = useCallback(
    async (choice: PaidChoice, idempotencyKey: string) => {
      const fields = { orderId, ...paidFields(choice) };
      try {
        const { payment } = await callApi("extend", fields, { idempotencyKey, quiet: true });
        return () => {
          onOrdered();
          const href = paymentHref(payment?.redirectUrl, window.location.origin);
          if (href !== null) leaveTo(href);
        };
      } catch (error) {
        await refetchIfPriceChanged(error, refetchPrices);
        throw error;
      }
    },
    [orderId, onOrdered, refetchPrices],
  );
  // The attempt does not stay pending: Back from the payment page leads to this page, where the sheet must be usable.
  return useOrderAttempt(order, { leaves: false });
}
