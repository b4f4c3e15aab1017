import type { Currency } from "@reposo/contract/fields.ts";
import { currencyLabels } from "@reposo/contract/money.ts";
import {
  allOutlets,
  outletOf,
  useCounterCash,
  useOutletReport,
  useOverview,
} from "#manager/reports/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { accountName } from "./account-name.ts";
import { EntryList } from "./entry-list.tsx";
import { ReportChoices } from "./report-choices.tsx";
import { changeTo, daysOf, type LevelProps } from "./report-context.ts";
import { ReportState } from "./report-state.tsx";

/** The movements of money behind a figure, under the figure that they add up to. */
export default function EntriesLevel(props: LevelProps) {
  const { accountId } = props.place;
  if (accountId !== null) return <OfAccount {...props} accountId={accountId} />;
  return outletOf(props.place) === null ? <OfSelection {...props} /> : <OfOutlet {...props} />;
}

/** The counter cash that one account took, in one currency. */
function OfAccount({ ready, place, fit, accountId }: LevelProps & { accountId: string }) {
  const { accountUnknown } = useText("entries");
  const report = useCounterCash(ready.token, place, fit);
  if (!fit) return <ReportChoices ready={ready} place={place} days={null} />;
  const currency = place.currency ?? ready.userInfo.currency;
  return (
    <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets })}>
      {({ accounts, from, to }) => {
        const row = accounts.find((each) => each.accountId === accountId && each.currency === currency);
        return (
          <EntryList
            ready={ready}
            place={{ ...place, currency }}
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

/** One outlet has one currency; its report holds the figure of the outlet and of each device. */
function OfOutlet({ ready, place, fit }: LevelProps) {
  const { channel, deviceId } = place;
  const report = useOutletReport(ready.token, place, outletOf(place) ?? "", fit);
  if (!fit) return <ReportChoices ready={ready} place={place} days={null} />;
  return (
    <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets, deviceId: null })}>
      {({ area, devices, from, to }) => {
        const sums = deviceId === null ? area : devices.find((device) => device.deviceId === deviceId);
        return (
          <EntryList
            ready={ready}
            place={{ ...place, currency: area.currency }}
            range={{ from, to }}
            figure={sums?.[channel ?? "total"] ?? null}
            updatedAt={report.dataUpdatedAt}
          />
        );
      }}
    </ReportState>
  );
}

/** Several outlets may have several currencies: the rows of one at a time, so that they add up. */
function OfSelection({ ready, place, fit }: LevelProps) {
  const texts = useText("entries");
  const zone = useZone();
  const { channel, deviceId } = place;
  const report = useOverview(ready.token, place, fit);
  const days = report.data === undefined ? null : daysOf(report.data, zone);
  if (!fit) return <ReportChoices ready={ready} place={place} days={days} />;
  return (
    <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets })}>
      {({ totals, from, to }) => {
        const wanted = place.currency ?? ready.userInfo.currency;
        const sums = totals.find(({ currency }) => currency === wanted) ?? totals[0];
        const currency: Currency = sums?.currency ?? wanted;
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
                onChange={(chosen) => changeTo({ ...place, currency: chosen })}
              />
            )}
            <EntryList
              ready={ready}
              place={{ ...place, currency }}
              range={{ from, to }}
              // No report holds the figure of a device whose outlet is not named.
              figure={deviceId === null ? (sums?.[channel ?? "total"] ?? null) : null}
              updatedAt={report.dataUpdatedAt}
            />
          </>
        );
      }}
    </ReportState>
  );
}
