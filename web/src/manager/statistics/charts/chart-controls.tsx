import type { Currency } from "@reposo/contract/money/currencies.ts";
import { useState } from "react";
import { PeriodPicker } from "#manager/statistics/reports/period-picker.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { type ChartChoice, isRanking, withPeriod } from "./chart-choice.ts";
import styles from "./chart-controls.module.css";
import { ChartFilterSheet } from "./chart-filter-sheet.tsx";
import { CurrencyChoice, MeasureChoice } from "./figure-choices.tsx";

interface ControlProps {
  readonly choice: ChartChoice;
  readonly currencies: readonly Currency[];
  /** The currency that is shown. */
  readonly currency: Currency;
  readonly change: (part: Partial<ChartChoice>) => void;
}

/** The range and the figures that are shown. A phone has the view and a sheet for the rest; a desk shows all views. */
export function ChartControls({ today, ...props }: ControlProps & { readonly today: string }) {
  const { choice, currencies, currency, change } = props;
  return (
    <div className={styles.controls}>
      <div className={styles.period}>
        <PeriodPicker
          period={choice.period}
          days={null}
          today={today}
          onChange={(next) => change(withPeriod(choice, next))}
        />
      </div>
      <ByWidth
        narrow={<ViewAndFilters {...props} />}
        wide={
          <>
            <MeasureChoice measure={choice.measure} onChange={(measure) => change({ measure })} />
            <CurrencyChoice {...{ currencies, currency }} onChange={(next) => change({ currency: next })} />
          </>
        }
      />
    </div>
  );
}

function ViewAndFilters({ choice, currencies, currency, change }: ControlProps) {
  const texts = useText("charts");
  const { filters } = useText("manager");
  const [isOpen, setOpen] = useState(false);
  const { measure, view } = choice;
  const count = [measure !== "income", view === "hours", choice.currency !== null].filter(Boolean).length;
  return (
    <div className={styles.view}>
      <Segmented
        label={texts.view}
        value={isRanking(view) ? view : "time"}
        choices={[
          { value: "time", label: texts.overTime },
          { value: "outlets", label: texts.byOutlet },
          { value: "devices", label: texts.byDevice },
        ]}
        onChange={(next) => change({ view: next })}
      />
      <Button variant="plain" icon={<FilterIcon />} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{filters}</span> {count > 0 && count}
      </Button>
      {isOpen && (
        <ChartFilterSheet
          {...{ choice, currencies, currency }}
          onFilter={change}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
