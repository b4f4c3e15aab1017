import type { PaymentMethod } from "@reposo/contract/page-rendering.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { type ReactNode, useState } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useIsManager } from "#shared/session/session-kind.ts";
import { useSessionPermission } from "#shared/session/use-session-permission.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { CouponSheet, type CouponStart } from "./coupon-sheet.tsx";
import { PaymentMethods, usePaymentMethods } from "./payment-methods.tsx";
import { PriceChoice, type PriceLine, sameOffer } from "./price-choice.tsx";
import type { OrderAttempt } from "./use-order-attempt.ts";

interface PaymentOptions {
  readonly deviceId: string;
  readonly prices: readonly PriceLine[];
  readonly order: OrderAttempt;
  readonly cashText: string;
  readonly failedText: string;
  /** Selected until the customer chooses another price; by default, the popular price. */
  readonly preferred?: Pick<PriceLine, "gear" | "minutes">;
  readonly onChoose?: (line: PriceLine) => void;
}

const noMethods: readonly PaymentMethod[] = [];

export type Payment = ReturnType<typeof usePayment>;

/**
 * Returns the state and the actions of a payment for a massage or an extension. Managers accept cash or a coupon;
 * customers pay online, with a coupon, or with a cash coupon (START-3).
 */
export function usePayment({
  deviceId,
  prices,
  order,
  cashText,
  failedText,
  preferred,
  onChoose,
}: PaymentOptions) {
  const text = useText("customer");
  const language = useLanguage();
  const isManager = useIsManager();
  const mayStart = useSessionPermission("start");
  const { onlinePayment } = usePageData().settings;
  const [chosen, setChosen] = useState<PriceLine | null>(null);
  const [isCouponOpen, setCouponOpen] = useState(false);
  const { attempt, pending, failure } = order;
  const failureText = useFailureText(failure?.error);

  const price =
    sameOffer(prices, chosen) ??
    sameOffer(prices, preferred) ??
    prices.find(({ popular }) => popular) ??
    prices[0];
  const methods = usePaymentMethods(price?.currency);
  const payType = isManager ? "cash" : "online";
  return {
    deviceId,
    prices,
    chosen,
    price,
    choose(line: PriceLine): void {
      setChosen(line);
      onChoose?.(line);
    },
    isManager,
    mayStart,
    canPay: price !== undefined && (isManager || onlinePayment.currencies.includes(price.currency)),
    methods: isManager ? noMethods : methods,
    // Where wallets are named, the payment page states it: both would leave no room for four prices on a small phone.
    isSimulated: onlinePayment.simulated && !isManager && methods.length === 0,
    amount: price === undefined ? "" : formatMoney(price.amount, price.currency, language),
    payLabel: (amount: string) => fill(isManager ? cashText : text.payOnline, { amount }),
    order,
    pending,
    refusalCode: failure?.code ?? null,
    // Without a result code, it is unknown whether the order was placed. `failedText` asks the customer to try again.
    message: failure?.code === null ? failedText : failureText,
    coupon: { isOpen: isCouponOpen, open: () => setCouponOpen(true), close: () => setCouponOpen(false) },
    pay: ({ priceId, amount }: PriceLine) =>
      attempt({ priceId, payType, code: null, expectedAmount: amount }),
    // A coupon that covers the whole price is itself the payment type.
    payByCoupon: ({ price: { priceId }, kind, code, payable }: CouponStart) =>
      attempt({
        priceId,
        payType: payable > 0 ? payType : kind,
        code,
        expectedAmount: payable > 0 ? payable : null,
      }),
  };
}

export function PaymentPrices({
  payment: { prices, price, choose, isManager, canPay, payLabel, message },
  question,
  note,
  showsMessage = true,
  action,
}: {
  payment: Payment;
  question?: string | undefined;
  note?: string;
  showsMessage?: boolean;
  action?: ReactNode;
}) {
  const text = useText("customer");
  if (price === undefined) return null;
  return (
    <>
      {/* Above the prices, so that the page need not scroll the chair's number away to show it. */}
      {message !== undefined && showsMessage && (
        <Banner kind="error" action={action}>
          {message}
        </Banner>
      )}
      <PriceChoice
        prices={prices}
        chosen={price.priceId}
        onChoose={choose}
        question={question ?? (isManager ? text.cashPayment : undefined)}
        payLabel={payLabel}
      />
      {note !== undefined && <p className="muted">{note}</p>}
      {!canPay && <Banner>{text.payOnlineNone}</Banner>}
    </>
  );
}

export function PaymentButtons({ payment, isCouponOpen }: { payment: Payment; isCouponOpen: boolean }) {
  const text = useText("customer");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  const { price, amount, canPay, methods, isSimulated, payLabel, pending, coupon, order, pay, mayStart } =
    payment;
  if (price === undefined || mayStart === null) return null;
  if (!mayStart) return <p className="note">{text.startNotPermitted}</p>;
  return (
    <div className="stack-2">
      {canPay && (
        <Button wide pending={pending && !isCouponOpen} disabled={!online} onClick={() => pay(price)}>
          {/* Until the app has loaded, the inline script keeps the text equal to the chosen price. */}
          <span data-pay="" suppressHydrationWarning>
            {payLabel(amount)}
          </span>
        </Button>
      )}
      {canPay && <PaymentMethods methods={methods} />}
      <Button
        wide
        variant={canPay ? "plain" : "primary"}
        disabled={!online}
        onClick={() => {
          order.clearFailure();
          coupon.open();
        }}
      >
        {text.useCoupon}
      </Button>
      {!online && <p className="note">{offlineReason}</p>}
      {online && isSimulated && <p className="note">{text.paySimulated}</p>}
    </div>
  );
}

export function PaymentCoupon({
  payment,
  open,
  texts,
  onClose = payment.coupon.close,
}: {
  payment: Payment;
  open: boolean;
  texts?: { readonly title: string; readonly submit: string };
  onClose?: () => void;
}) {
  const { price, isManager, order } = payment;
  if (price === undefined) return null;
  return (
    <CouponSheet
      open={open}
      onClose={onClose}
      kinds={isManager ? ["coupon"] : ["coupon", "cashCoupon"]}
      deviceId={payment.deviceId}
      prices={payment.prices}
      chosen={payment.chosen}
      selected={price}
      canPay={payment.canPay}
      payLabel={payment.payLabel}
      pending={payment.pending}
      error={payment.message}
      refused={payment.refusalCode !== null}
      texts={texts}
      onStart={payment.payByCoupon}
      onEdit={order.edit}
    />
  );
}
