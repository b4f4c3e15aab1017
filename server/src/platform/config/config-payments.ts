import { type Currency, currencies } from "@reposo/contract/fields.ts";
import type { Settings } from "./settings.ts";

/** Payment providers. Keys come from the environment only and are never logged. */
export interface PaymentSettings {
  /** Enables the simulated payment provider, for tests and trials. */
  readonly simulated: boolean;
  readonly stripe: StripeSettings | null;
  readonly xendit: XenditSettings | null;
}

interface ProviderSettings {
  readonly secretKey: string;
  /** Currencies in which customers may pay; null: the provider's default. */
  readonly currencies: readonly Currency[] | null;
  /** Origin that replaces the provider's API in tests, without a trailing slash. */
  readonly apiBase: string | null;
}

export interface StripeSettings extends ProviderSettings {
  readonly webhookSecret: string;
}

export interface XenditSettings extends ProviderSettings {
  /** Xendit sends this token in every webhook instead of a signature. */
  readonly callbackToken: string;
}

export function readPaymentSettings(settings: Settings): PaymentSettings {
  return {
    simulated: settings.flag("PAYMENT_SIMULATED"),
    stripe: stripe(settings),
    xendit: xendit(settings),
  };
}

function stripe(settings: Settings): StripeSettings | null {
  const keys = settings.pair("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  if (keys === null) return null;
  const [secretKey, webhookSecret] = keys;
  const chosen = chosenCurrencies(settings, "STRIPE_CURRENCIES");
  return { secretKey, webhookSecret, currencies: chosen, apiBase: settings.origin("STRIPE_API_BASE") };
}

function xendit(settings: Settings): XenditSettings | null {
  const keys = settings.pair("XENDIT_SECRET_KEY", "XENDIT_CALLBACK_TOKEN");
  if (keys === null) return null;
  const [secretKey, callbackToken] = keys;
  const chosen = chosenCurrencies(settings, "XENDIT_CURRENCIES");
  return { secretKey, callbackToken, currencies: chosen, apiBase: settings.origin("XENDIT_API_BASE") };
}

function chosenCurrencies(settings: Settings, name: string): Currency[] | null {
  const given = settings
    .text(name)
    ?.toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (given === undefined) return null;
  const chosen = currencies.filter((currency) => given.includes(currency));
  if (chosen.length !== new Set(given).size)
    settings.reject(name, `must be some of ${currencies.join(", ")}`);
  return chosen;
}
