import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { PaymentSettings } from "#platform/config/config-payments.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { createSimulatedProvider } from "./simulated-provider.ts";
import { createStripeProvider } from "./stripe-provider.ts";
import { createXenditProvider } from "./xendit-provider.ts";

/** Creates the configured payment providers in the order of preference: regional wallets before cards. */
export async function createProviders(
  { simulated, stripe, xendit }: PaymentSettings,
  { publicUrl, database, clock }: { publicUrl: string; database: Database; clock: Clock },
): Promise<PaymentProvider[]> {
  return [
    ...(xendit ? [createXenditProvider(xendit, clock)] : []),
    ...(stripe ? [await createStripeProvider(stripe, clock)] : []),
    ...(simulated ? [createSimulatedProvider(publicUrl, database)] : []),
  ];
}
