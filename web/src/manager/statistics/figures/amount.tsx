import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { compactMoney } from "#shared/i18n/compact-money.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { areLong } from "./fitting-money.ts";

/** Longer amounts do not fit into the places of a wide window either. */
const longestInWide = 18;

/**
 * An amount. In a window of at least 900 px, amounts are exact. Below, an amount that is longer than its place is shown in
 * compact form, and so are those beside it.
 */
export function Amount({
  amount,
  currency,
  max,
  beside = [],
}: {
  amount: number;
  currency: Currency;
  /** Number of characters that fit into the place on a small phone. */
  max: number;
  /** Amounts that are shown in the same form. */
  beside?: readonly number[];
}) {
  const language = useLanguage();
  const all = [amount, ...beside];
  const full = formatMoney(amount, currency, language);
  if (!areLong(max, all, currency, language)) return full;
  const compact = compactMoney(amount, currency, language);
  if (areLong(longestInWide, all, currency, language)) return compact;
  return <ByWidth inline narrow={compact} wide={full} />;
}
