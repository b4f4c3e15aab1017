import { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { useState } from "react";
import { dateBounds, isCalendarDay } from "#shared/time/calendar-day.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { DateRangeFields } from "#ui/field/date-range-fields.tsx";
import { ChoiceRow } from "#ui/choice/choice-row.tsx";
import { periodProblems } from "./period-rules.ts";
import type { Period, ReportRangeName } from "./report-selection.ts";

/** Returns the date, or an empty string if it is not a valid date, which a date field would not accept. */
const dayOrNone = (text: string): string => (isCalendarDay(text) ? text : "");

/** Selects a preset or a custom range (DET-1). An invalid custom range shows its problem and is not applied. */
export function PeriodPicker({
  period,
  days,
  today,
  onChange,
}: {
  period: Period;
  /** The days that are filled in when the user selects `custom`; null for today. */
  days: { readonly startDate: string; readonly endDate: string } | null;
  today: string;
  onChange: (period: Period) => void;
}) {
  const texts = useText("details");
  const [draft, setDraft] = useState<Period | null>(null);
  const given = JSON.stringify(period);
  const [last, setLast] = useState(given);
  // A change of the period discards the draft. A `key` would also discard it, but would replace the fields, so that the
  // focused field would lose the focus.
  if (given !== last) {
    setLast(given);
    setDraft(null);
  }
  const shown = draft ?? period;
  const problems = periodProblems(shown, today);
  const bounds = dateBounds(today);
  const messages = { missing: texts.timeMissing, wrong: texts.timeWrong, reversed: texts.timeReversed };

  function change(chosen: Omit<Period, "hour">): void {
    const next = { ...chosen, hour: null };
    const isValid = periodProblems(next, today) === null;
    setDraft(isValid ? null : next);
    if (isValid) onChange(next);
  }

  function choose(range: ReportRangeName): void {
    const { startDate, endDate } = days ?? { startDate: today, endDate: today };
    change(range === "custom" ? { range, startDate, endDate } : { range, startDate: "", endDate: "" });
  }

  const error = (problem: keyof typeof messages | null | undefined) =>
    problem ? messages[problem] : undefined;
  return (
    <>
      <ChoiceRow
        label={texts.period}
        value={shown.range}
        choices={reportRanges.map((value) => ({ value, label: texts[value] }))}
        onChange={choose}
      />
      {shown.range === "custom" && (
        <DateRangeFields
          {...bounds}
          start={{
            label: texts.from,
            value: dayOrNone(shown.startDate),
            error: error(problems?.startDate),
            onChange: (startDate) => change({ ...shown, startDate }),
          }}
          end={{
            label: texts.to,
            value: dayOrNone(shown.endDate),
            error: error(problems?.endDate),
            onChange: (endDate) => change({ ...shown, endDate }),
          }}
        />
      )}
    </>
  );
}
