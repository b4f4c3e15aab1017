import type { ReactNode } from "react";
import { allOutlets } from "#manager/statistics/reports/named-outlets.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ReportChoices } from "./report-choices.tsx";
import { changeTo, daysOf, type InstantRange, type ViewProps } from "./report-context.ts";
import { type ReportQuery, ReportState } from "./report-state.tsx";

/** Shows a report below the choices of period and outlets. */
export function ReportView<T extends InstantRange>({
  report,
  ready,
  selection,
  isPeriodValid,
  children,
}: ViewProps & {
  report: ReportQuery<T>;
  children: (data: T) => ReactNode;
}) {
  const zone = useZone();
  const { data } = report;
  return (
    <>
      <ReportChoices
        ready={ready}
        selection={selection}
        days={data === undefined ? null : daysOf(data, zone)}
      />
      {isPeriodValid && (
        <ReportState query={report} onClear={() => changeTo({ ...selection, outlets: allOutlets })}>
          {children}
        </ReportState>
      )}
    </>
  );
}
