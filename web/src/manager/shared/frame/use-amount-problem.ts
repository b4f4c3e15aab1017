import { hasDecimals } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { amountProblem, writeTypedAmount } from "#shared/i18n/typed-amount.ts";

/** Returns a function that describes what is wrong with an amount that could not be read. */
export function useAmountProblem(currency: Currency): (typed: string) => string {
  const { amountMissing, amountDecimals, amountWhole, amountSeparators } = useText("manager");
  const language = useLanguage();
  const texts = {
    missing: amountMissing,
    decimals: hasDecimals(currency) ? amountDecimals : amountWhole,
    separators: amountSeparators,
  };
  const example = writeTypedAmount(hasDecimals(currency) ? 1_250_50 : 25_000_00, currency, language);
  return (typed) => fill(texts[amountProblem(typed, currency, language)], { example });
}
