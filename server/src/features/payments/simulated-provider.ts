import type { PaymentProvider } from "./payment-provider.ts";

export const simulatedPath = (paymentId: string): string => `/pay/simulated/${paymentId}`;

/**
 * Stands in for a payment company where none is configured: its page asks 'pay', 'refuse' or 'leave' and no money
 * moves. Off unless PAYMENT_SIMULATED says so, and the page says what it is.
 */
export function createSimulatedProvider(publicUrl: string): PaymentProvider {
  return {
    name: "simulated",
    takes: () => true,
    begin: async ({ paymentId }) => ({
      providerRef: `simulated-${paymentId}`,
      redirectUrl: `${publicUrl}${simulatedPath(paymentId)}`,
      qrText: null,
    }),
    giveBack: async () => "returned",
  };
}
