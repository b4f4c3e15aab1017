import { OutletPicker, PeriodPicker } from "#manager/statistics/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { ChipBar } from "#ui/list/chip-bar.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { type CashSelection, changeTo } from "./cash-selection.ts";

export function PeriodChoices({
  ready,
  selection,
  today,
}: {
  ready: Ready;
  selection: CashSelection;
  /** As `YYYY-MM-DD`. */
  today: string;
}) {
  const texts = useText("cash");
  const { filters } = useText("manager");
  const { outlets } = ready.userInfo;
  const { period, deviceId } = selection.report;
  const change = (report: Partial<CashSelection["report"]>) =>
    changeTo({ ...selection, report: { ...selection.report, ...report } });
  const label = fill(texts.ofChair, { deviceId: deviceId ?? "" });
  return (
    <div className="stack">
      <PeriodPicker
        period={period}
        days={null}
        today={today}
        onChange={(chosen) => change({ period: chosen })}
      />
      {outlets.length > 1 && (
        <OutletPicker
          outlets={outlets}
          chosen={selection.report.outlets}
          onChange={(chosen) => change({ outlets: chosen })}
        />
      )}
      {deviceId !== null && (
        <ChipBar
          label={filters}
          chips={[
            {
              key: deviceId,
              label,
              removeLabel: `${texts.remove}: ${label}`,
              onRemove: () => change({ deviceId: null }),
            },
          ]}
        />
      )}
    </div>
  );
}
