import { currencyLabels } from "@reposo/contract/money/money.ts";
import { allOutlets } from "#manager/statistics/reports/named-outlets.ts";
import { type Channel, outletOf } from "#manager/statistics/reports/report-selection.ts";
import type { Sums } from "#manager/statistics/reports/report-card.tsx";
import {
  accountCashQuery,
  outletReportQuery,
  overviewQuery,
} from "#manager/statistics/reports/report-queries.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useQuery } from "@tanstack/react-query";
import { useText } from "#shared/i18n/i18n.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { accountName, changeTo, type ViewProps } from "./report-context.ts";
import { EntryList } from "./entry-list.tsx";
import { ReportChoices } from "./report-choices.tsx";
import { ReportState } from "./report-state.tsx";

type EntriesProps = Omit<ViewProps, "isPeriodValid">;

export function EntriesView({ ready, selection, isPeriodValid }: ViewProps) {
  const { accountId } = selection;
  const areaId = outletOf(selection);
  if (!isPeriodValid) return <ReportChoices ready={ready} selection={selection} days={null} />;
  if (accountId !== null) return <OfAccount ready={ready} selection={selection} accountId={accountId} />;
  if (areaId !== null) return <OfOutlet ready={ready} selection={selection} areaId={areaId} />;
  return <OfSelection ready={ready} selection={selection} />;
}

/** Shows the transactions of one account's counter cash, in one currency. */
function OfAccount({ ready, selection, accountId }: EntriesProps & { accountId: string }) {
  const { accountUnknown } = useText("entries");
  const report = useQuery(accountCashQuery(selection, accountId, zoneKeyIn(useZone())));
  const currency = selection.currency ?? ready.userInfo.currency;
  return (
    <ReportState query={report} onClear={() => changeTo({ ...selection, outlets: allOutlets })}>
      {({ accounts, from, to }) => {
        const row = accounts.find((each) => each.currency === currency);
        return (
          <EntryList
            ready={ready}
            selection={{ ...selection, currency }}
            label={(row && accountName(row)) ?? accountUnknown}
            range={{ from, to }}
            figure={row?.total ?? 0}
            updatedAt={report.dataUpdatedAt}
          />
        );
      }}
    </ReportState>
  );
}

/** Returns the figure whose transactions are shown; null if the report does not contain it. */
function figureOf(sums: Sums | undefined, channel: Channel | null): number | null {
  if (sums === undefined) return null;
  return channel === "dispute" ? (sums.disputes ?? 0) : sums[channel ?? "total"];
}

/** Shows the transactions of one outlet. The outlet's report contains the figures of the outlet and of each device. */
function OfOutlet({ ready, selection, areaId }: EntriesProps & { areaId: string }) {
  const { channel, deviceId } = selection;
  const report = useQuery(outletReportQuery(selection, areaId, zoneKeyIn(useZone())));
  return (
    <ReportState
      query={report}
      onClear={() => changeTo({ ...selection, outlets: allOutlets, deviceId: null })}
    >
      {({ area, devices, from, to }) => {
        const sums = deviceId === null ? area : devices.find((device) => device.deviceId === deviceId);
        return (
          <EntryList
            ready={ready}
            selection={{ ...selection, currency: area.currency }}
            range={{ from, to }}
            figure={figureOf(sums, channel)}
            updatedAt={report.dataUpdatedAt}
          />
        );
      }}
    </ReportState>
  );
}

/** Shows the transactions of several outlets in one currency at a time, so that their amounts can be added up. */
function OfSelection({ ready, selection }: EntriesProps) {
  const texts = useText("entries");
  const { channel, deviceId } = selection;
  const report = useQuery(overviewQuery(selection, zoneKeyIn(useZone())));
  return (
    <ReportState query={report} onClear={() => changeTo({ ...selection, outlets: allOutlets })}>
      {({ totals, from, to }) => {
        const requested = selection.currency ?? ready.userInfo.currency;
        const sums = totals.find(({ currency }) => currency === requested) ?? totals[0];
        const currency = sums?.currency ?? requested;
        return (
          <>
            {totals.length > 1 && (
              <Segmented
                label={texts.currency}
                value={currency}
                choices={totals.map((each) => ({
                  value: each.currency,
                  label: currencyLabels[each.currency],
                }))}
                onChange={(chosen) => changeTo({ ...selection, currency: chosen })}
              />
            )}
            <EntryList
              ready={ready}
              selection={{ ...selection, currency }}
              range={{ from, to }}
              // The overview contains no figures of devices, and without an outlet there is no report that does.
              figure={deviceId === null ? figureOf(sums, channel) : null}
              updatedAt={report.dataUpdatedAt}
            />
          </>
        );
      }}
    </ReportState>
  );
}
