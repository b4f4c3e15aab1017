import type { Currency } from "@reposo/contract/money/currencies.ts";
import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { type ChartChoice, hasHours, isRanking } from "./chart-choice.ts";
import { CurrencyChoice, MeasureChoice } from "./figure-choices.tsx";

export type ChartFilters = Pick<ChartChoice, "measure" | "view" | "currency">;

/** Edits a copy of the filters, which "Show" applies. */
export function ChartFilterSheet({
  choice,
  currencies,
  currency,
  onFilter,
  onClose,
}: {
  choice: ChartChoice;
  currencies: readonly Currency[];
  /** The currency that is shown. */
  currency: Currency;
  onFilter: (filters: ChartFilters) => void;
  onClose: () => void;
}) {
  const texts = useText("charts");
  const { filters: title } = useText("manager");
  const { show } = useText("details");
  const { measure, view } = choice;
  const [draft, setDraft] = useState<ChartFilters>({ measure, view, currency: choice.currency });
  const change = (part: Partial<ChartFilters>) => setDraft({ ...draft, ...part });
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className="stack-5">
        <MeasureChoice labelShown measure={draft.measure} onChange={(next) => change({ measure: next })} />
        {hasHours(choice.period) && !isRanking(view) && (
          <Segmented
            labelShown
            label={texts.unit}
            value={draft.view}
            choices={[
              { value: "time", label: texts.byDay },
              { value: "hours", label: texts.byHour },
            ]}
            onChange={(next) => change({ view: next })}
          />
        )}
        <CurrencyChoice
          labelShown
          currencies={currencies}
          currency={currencies.find((one) => one === draft.currency) ?? currency}
          onChange={(next) => change({ currency: next })}
        />
        <Button
          wide
          onClick={() => {
            onClose();
            onFilter(draft);
          }}
        >
          {show}
        </Button>
      </div>
    </Sheet>
  );
}
