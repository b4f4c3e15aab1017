import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import { BlockList, isIP } from "node:net";
import { readPaymentMethods } from "./config-payment-methods.ts";
import type { Settings } from "./settings.ts";

export type PaymentSettings = Readonly<ReturnType<typeof readPaymentSettings>>;
export type StripeSettings = NonNullable<PaymentSettings["stripe"]>;
export type XenditSettings = NonNullable<PaymentSettings["xendit"]>;

/**
 * Reads the payment providers; a provider without keys is null. Keys come from the environment only and are never
 * logged. `apiBase` is null for the provider's own API.
 */
export function readPaymentSettings(settings: Settings, { isDemo }: { readonly isDemo: boolean }) {
  const providers = { stripe: stripe(settings), xendit: xendit(settings) };
  const isConfirmed = settings.flag("PAYMENT_SIMULATED_CONFIRMED");
  /** Enables the simulated payment provider, for tests and trials. */
  const simulated = settings.flag("PAYMENT_SIMULATED");
  const keys = [providers.stripe, providers.xendit].flatMap((provider) => provider?.secretKey ?? []);
  // An unknown kind of key may be a live key.
  const hasLiveKeys = keys.some((key) => !/^(?:[sr]k_test_|xnd_development_)/.test(key));
  if (simulated && !isConfirmed && (hasLiveKeys || (!isDemo && isPublic(settings))))
    settings.reject(
      "PAYMENT_SIMULATED",
      `lets anybody start massages without paying, and is on ${hasLiveKeys ? "beside live keys" : "at a public address"}; ` +
        "turn it off, or confirm it by PAYMENT_SIMULATED_CONFIRMED=on",
    );
  return { simulated, methods: readPaymentMethods(settings), ...providers };
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/** Returns whether the server may be reachable from the internet. */
function isPublic(settings: Settings): boolean {
  const isPrivate = (host: string) =>
    host === "localhost" ||
    (isIP(host) > 0 && privateNetworks.check(host, isIP(host) === 6 ? "ipv6" : "ipv4"));
  const publicUrl = settings.origin("PUBLIC_URL");
  const host = settings.text("HOST") ?? "127.0.0.1";
  const hosts = publicUrl === null ? [host] : [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, "")];
  // These listen on all addresses of the computer, so PUBLIC_URL decides.
  if (host !== "0.0.0.0" && host !== "::") hosts.push(host);
  return !hosts.every(isPrivate);
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
