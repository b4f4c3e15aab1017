import { type Currency, currencies } from "@reposo/contract/fields.ts";
import type { Settings } from "./settings.ts";

export type PaymentSettings = Readonly<ReturnType<typeof readPaymentSettings>>;
export type StripeSettings = NonNullable<PaymentSettings["stripe"]>;
export type XenditSettings = NonNullable<PaymentSettings["xendit"]>;

/**
 * Reads the payment providers; a provider without keys is null. Keys come from the environment only and are never
 * logged. `apiBase` is null for the provider's own API.
 */
export function readPaymentSettings(settings: Settings) {
  return {
    /** Enables the simulated payment provider, for tests and trials. */
    simulated: settings.flag("PAYMENT_SIMULATED"),
    stripe: stripe(settings),
    xendit: xendit(settings),
  };
}

function stripe(settings: Settings) {
  const keys = settings.pair("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  if (keys === null) return null;
  const [secretKey, webhookSecret] = keys;
  const chosen = chosenCurrencies(settings, "STRIPE_CURRENCIES");
  return { secretKey, webhookSecret, currencies: chosen, apiBase: settings.origin("STRIPE_API_BASE") };
}

/** Xendit sends the callback token in every webhook instead of a signature. */
function xendit(settings: Settings) {
  const keys = settings.pair("XENDIT_SECRET_KEY", "XENDIT_CALLBACK_TOKEN");
  if (keys === null) return null;
  const [secretKey, callbackToken] = keys;
  const chosen = chosenCurrencies(settings, "XENDIT_CURRENCIES");
  return { secretKey, callbackToken, currencies: chosen, apiBase: settings.origin("XENDIT_API_BASE") };
}

/** Returns the currencies in which customers may pay; null for the provider's default. */
function chosenCurrencies(settings: Settings, name: string): Currency[] | null {
  const given = settings
    .text(name)
    ?.toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (given === undefined) return null;
  const chosen = currencies.filter((currency) => given.includes(currency));
  if (chosen.length === 0 || chosen.length !== new Set(given).size)
    settings.reject(name, `must be some of ${currencies.join(", ")}`);
  return chosen;
}
