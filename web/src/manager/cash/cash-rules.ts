import { numberMarks } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";

export const boxSorts = ["amount", "days", "outlet"] as const;
export type BoxSort = (typeof boxSorts)[number];

const collectedAt = ({ lastCollectedAt }: CashBox): number =>
  lastCollectedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastCollectedAt);

/** Grouped by currency, since amounts are comparable within one only. Boxes never collected come first. */
export function sortBoxes(boxes: readonly CashBox[], by: BoxSort): CashBox[] {
  if (by === "outlet") return [...boxes];
  return [...boxes].sort((a, b) => {
    if (by === "amount") return a.currency.localeCompare(b.currency) || b.cash - a.cash;
    const [first, second] = [collectedAt(a), collectedAt(b)];
    return first === second ? b.cash - a.cash : first - second;
  });
}

/**
 * Parses a typed amount to minor units, 0 for an empty box; null if it is invalid. Both decimal marks are accepted,
 * since phone keyboards have only one of them; groups of three digits are thousands in languages that write them so.
 * Rupiah have no decimals.
 */
export function readTypedCount(text: string, currency: Currency, language: Language): number | null {
  const { group } = numberMarks(language);
  const typed = text.trim();
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  const plain = grouped.split(group).join("") + typed.slice(grouped.length);
  const [, whole, part = ""] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (currency === "IDR" && Number(part) > 0)) return null;
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
