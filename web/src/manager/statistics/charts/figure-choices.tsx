import type { Currency } from "@reposo/contract/money/currencies.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import type { Measure } from "./chart-choice.ts";

/** Selects whether charts show income or orders. */
export function MeasureChoice({
  measure,
  onChange,
  labelShown = false,
}: {
  measure: Measure;
  onChange: (measure: Measure) => void;
  labelShown?: boolean;
}) {
  const texts = useText("charts");
  return (
    <Segmented
      {...{ labelShown, onChange }}
      label={texts.chart}
      value={measure}
      choices={[
        { value: "income", label: texts.income },
        { value: "orders", label: texts.orders },
      ]}
    />
  );
}

/** Selects the currency, if there are several. */
export function CurrencyChoice({
  currencies,
  currency,
  onChange,
  labelShown = false,
}: {
  currencies: readonly Currency[];
  currency: Currency;
  onChange: (currency: Currency) => void;
  labelShown?: boolean;
}) {
  const texts = useText("charts");
  return (
    currencies.length > 1 && (
      <Segmented<Currency>
        {...{ labelShown, onChange }}
        label={texts.currency}
        value={currency}
        choices={currencies.map((value) => ({ value, label: currencyLabels[value] }))}
      />
    )
  );
}
