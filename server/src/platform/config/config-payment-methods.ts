import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import { type LogoSource, parseLogoSource } from "./logo-source.ts";
import type { Settings } from "./settings.ts";

export interface ConfiguredMethod {
  readonly name: string;
  readonly logo: LogoSource | null;
}

const maxMethods = 6;
const rule =
  `must be like PHP: GCash, Maya logos/maya.svg | IDR: QRIS, with at most ${maxMethods} names of at most ` +
  "20 characters per currency";

/** Reads the wallets and cards whose names or logos customers see beside the pay button, by currency. */
export function readPaymentMethods({
  text,
  reject,
}: Settings): Readonly<Partial<Record<Currency, readonly ConfiguredMethod[]>>> {
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

function methodOf(given: string): ConfiguredMethod | null {
  // Only the address of a logo contains a slash or a dot.
  const [, name = "", address = null] = /^(.*?)(?:\s+(\S*[/.]\S*))?$/.exec(given) ?? [];
  if (name === "" || name.length > 20 || /[\p{Cc}:]/u.test(name)) return null;
  if (address === null) return { name, logo: null };
  const logo = parseLogoSource(address);
  return logo && { name, logo };
}
