export { createPayments, type Payments } from "./create-payments.ts";
export { createProviders } from "./create-providers.ts";
export { type PaymentProvider, ProviderRefusedError } from "./payment-provider.ts";
export { webhookPath } from "./payments-routes.ts";
export {
  findPaymentOfOrder,
  findStuckRefunds,
  type PaymentRecord,
  type RefundRecord,
  settleStuckRefund,
  sumRefunds,
} from "./payments-store.ts";
export { refundPaymentJob } from "./refund-payment.ts";
export type { PaymentListener, PaymentOutcome } from "./settle-payment.ts";
export { registerSimulatedPaymentRoutes } from "./simulated-payment-routes.ts";
