import { OutletPicker, PeriodPicker } from "#manager/statistics/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { type CashSelection, changeTo } from "./cash-selection.ts";

export function PeriodChoices({ ready, selection }: { ready: Ready; selection: CashSelection }) {
  const texts = useText("cash");
  const { filters } = useText("manager");
  const zone = useZone();
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
        today={dateInZone(serverNow(), zone)}
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
