export { createPayments, type Payments } from "./create-payments.ts";
export { createProviders } from "./create-providers.ts";
export { type PaymentProvider, ProviderRefusedError } from "./payment-provider.ts";
export { webhookPath } from "./payments-routes.ts";
export { findPaymentOfOrder, type PaymentRecord } from "./payments-store.ts";
export { refundPaymentJob } from "./refunds/refund-payment.ts";
export {
  findStuckRefunds,
  type RefundRecord,
  settleStuckRefund,
} from "./refunds/refunds-store.ts";
export type { PaymentListener, PaymentOutcome } from "./settle-payment.ts";
export { registerSimulatedPaymentRoutes } from "./simulated-payment-routes.ts";
