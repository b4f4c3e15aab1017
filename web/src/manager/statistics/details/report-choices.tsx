import type { NamedOutlets } from "#manager/statistics/reports/named-outlets.ts";
import { outletOf, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { OutletPicker } from "#manager/statistics/reports/outlet-picker.tsx";
import { PeriodPicker } from "#manager/statistics/reports/period-picker.tsx";
import { navigate } from "#shared/routing/navigation.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { changeTo, type Days, hrefTo } from "./report-context.ts";
import { HourChip } from "./hour-chip.tsx";

export function ReportChoices({
  ready,
  selection,
  days,
}: {
  ready: Ready;
  selection: ReportSelection;
  days: Days | null;
}) {
  const zone = useZone();
  const { outlets } = ready.userInfo;
  const { period } = selection;

  function chooseOutlets(chosen: NamedOutlets): void {
    const next = { ...selection, outlets: chosen };
    // Selecting a single outlet opens another view, which gets a new history entry.
    if (outletOf(next) !== null && outletOf(selection) === null) navigate(hrefTo(next));
    else changeTo(next);
  }

  return (
    <div className="stack-3">
      <PeriodPicker
        period={period}
        days={days}
        today={dateInZone(useMinutes(), zone)}
        onChange={(chosen) => changeTo({ ...selection, period: chosen })}
      />
      {period.hour !== null && (
        <HourChip
          day={period.startDate}
          hour={period.hour}
          zone={zone}
          onRemove={() => changeTo({ ...selection, period: { ...period, hour: null } })}
        />
      )}
      {outlets.length > 1 && (
        <OutletPicker outlets={outlets} chosen={selection.outlets} onChange={chooseOutlets} />
      )}
    </div>
  );
}
