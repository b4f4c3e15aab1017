import type { Querier } from "#platform/postgres/database.ts";
import { ForgedNewsError, type PaymentProvider, type PaymentReport } from "./payment-provider.ts";
import { findPayment } from "./payments-store.ts";

export const simulatedPath = (paymentId: string): string => `/pay/simulated/${paymentId}`;

const refPrefix = "simulated-";

/**
 * Stands in for a payment company where none is configured: its page asks 'pay', 'refuse' or 'leave' and no money
 * moves. Off unless PAYMENT_SIMULATED says so, and the page says what it is. The payment's own row is its book.
 */
export function createSimulatedProvider(publicUrl: string, db: Querier): PaymentProvider {
  async function ask(providerRef: string): Promise<PaymentReport> {
    const payment = await findPayment(db, providerRef.slice(refPrefix.length));
    if (payment === null) throw new Error(`${providerRef} was never begun`);
    const { paymentId, amountMinor, currency } = payment;
    const state = payment.state === "confirmed" ? "paid" : payment.state === "created" ? "open" : "over";
    return { providerRef, paymentId, state, amountMinor, currency };
  }

  return {
    name: "simulated",
    takes: () => true,
    begin: async ({ paymentId }) => ({
      providerRef: `${refPrefix}${paymentId}`,
      redirectUrl: `${publicUrl}${simulatedPath(paymentId)}`,
      qrText: null,
    }),
    ask,
    async close(providerRef) {
      const report = await ask(providerRef);
      return report.state === "open" ? { ...report, state: "over" } : report;
    },
    giveBack: async ({ refundId }) => ({ refundRef: `${refPrefix}${refundId}`, state: "returned" }),
    askRefund: async (refundRef) => ({ refundRef, state: "returned" }),
    readNews() {
      throw new ForgedNewsError("the simulated provider sends no news");
    },
  };
}
