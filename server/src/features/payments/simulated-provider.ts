import type { Querier } from "#platform/postgres/database.ts";
import { InvalidSignatureError, type PaymentProvider, type PaymentReport } from "./payment-provider.ts";
import { findPayment } from "./payments-store.ts";

export const simulatedPath = (paymentId: string): string => `/pay/simulated/${paymentId}`;

const refPrefix = "simulated-";

/**
 * For tests and the demo (PAYMENT_SIMULATED): a page with the buttons 'pay', 'refuse', and 'leave', without real money.
 */
export function createSimulatedProvider(publicUrl: string, db: Querier): PaymentProvider {
  async function getStatus(providerRef: string): Promise<PaymentReport> {
    const payment = await findPayment(db, providerRef.slice(refPrefix.length));
    if (payment === null) throw new Error(`${providerRef} does not exist`);
    const { paymentId, amountMinor, currency } = payment;
    const state = payment.state === "confirmed" ? "paid" : payment.state === "created" ? "open" : "closed";
    return { providerRef, paymentId, state, amountMinor, currency, transactionRef: null };
  }

  return {
    name: "simulated",
    supports: () => true,
    openPage: async ({ paymentId }) => ({
      providerRef: `${refPrefix}${paymentId}`,
      redirectUrl: `${publicUrl}${simulatedPath(paymentId)}`,
      qrText: null,
    }),
    getStatus,
    async expire(providerRef) {
      const report = await getStatus(providerRef);
      return report.state === "open" ? { ...report, state: "closed" } : report;
    },
    refund: async ({ requestKey }) => ({ refundRef: `${refPrefix}${requestKey}`, state: "returned" }),
    getRefundStatus: async (refundRef) => ({ refundRef, state: "returned" }),
    records: null,
    parseWebhook() {
      throw new InvalidSignatureError("the simulated provider sends no webhooks");
    },
  };
}
