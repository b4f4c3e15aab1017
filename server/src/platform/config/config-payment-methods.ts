import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import type { PaymentMethod } from "@reposo/contract/page-rendering.ts";
import { isHttpsLink } from "#platform/text/contact-values.ts";
import type { Settings } from "./settings.ts";

const maxMethods = 6;
const rule =
  `must be like PHP: GCash, Maya https://example.com/maya.svg | IDR: QRIS, with at most ${maxMethods} names of at most ` +
  "20 characters per currency";

/** Reads the wallets and cards whose names or logos customers see beside the pay button, by currency. */
export function readPaymentMethods({
  text,
  reject,
}: Settings): Readonly<Partial<Record<Currency, readonly PaymentMethod[]>>> {
  const entries = (text("PAYMENT_METHODS") ?? "").split("|").filter((entry) => entry.trim() !== "");
  const methods = entries.map((entry) => {
    const [, code = "", list = ""] = /^([^:]*):(.*)$/s.exec(entry) ?? [];
    const currency = currencies.find((one) => one === code.trim()) ?? reject("PAYMENT_METHODS", rule);
    const given = list.split(",").map((method) => method.trim());
    if (given.length > maxMethods) return reject("PAYMENT_METHODS", rule);
    return [currency, given.map((method) => methodOf(method) ?? reject("PAYMENT_METHODS", rule))] as const;
  });
  return Object.fromEntries(methods);
}

function methodOf(given: string): PaymentMethod | null {
  const [, name = "", logoUrl = null] = /^(.*?)(?:\s+(https:\/\/\S+))?$/.exec(given) ?? [];
  if (name === "" || name.length > 20 || /[\p{Cc}:]/u.test(name)) return null;
  return logoUrl === null || isHttpsLink(logoUrl, 500) ? { name, logoUrl } : null;
}
