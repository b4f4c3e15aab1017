export { paymentHref, usePaymentHref } from "./payment-href.ts";
export { PaymentButtons, PaymentCoupon, PaymentPrices, usePayment } from "./payment-panel.tsx";
export { PaymentMethods, usePaymentMethods } from "./payment-methods.tsx";
export type { PriceLine } from "./price-choice.tsx";
export { type PaidChoice, paidFields } from "./paid-choice.ts";
export { type OrderAttempt, refetchIfPriceChanged, useOrderAttempt } from "./use-order-attempt.ts";
export { pricesQuery, useRefetchPrices } from "./prices-query.ts";
