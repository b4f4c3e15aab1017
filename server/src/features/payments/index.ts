export { compareWithProvider, firstDays } from "./comparison/compare-with-provider.ts";
export { type Difference, findDifferences, isListing } from "./comparison/find-differences.ts";
export { createPayments, type Payments } from "./create-payments.ts";
export { createProviders } from "./create-providers.ts";
export {
  AmountTooSmallError,
  type PaymentProvider,
  ProviderRefusedError,
  type RefundReport,
  usualMinimumMinor,
} from "./payment-provider.ts";
export { type DisputeRecord, findDispute } from "./disputes/disputes-store.ts";
export { writeEvidence } from "./disputes/write-evidence.ts";
export { webhookPath } from "./payments-routes.ts";
export { findPaymentOfOrder, type PaymentRecord } from "./payments-store.ts";
export { refundPaymentJob } from "./refunds/record-refund.ts";
export {
  findRefundByRef,
  findStuckRefunds,
  findUnmadeRefunds,
  lockRefundsOf,
  reduceRefund,
  type RefundRecord,
  settleStuckRefund,
  sumRefundsFor,
} from "./refunds/refunds-store.ts";
export type { PaymentListener, PaymentOutcome } from "./settle-payment.ts";
export { registerSimulatedPaymentRoutes } from "./simulated-payment-routes.ts";
