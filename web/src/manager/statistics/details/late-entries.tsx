import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { LateEntry } from "#manager/statistics/reports/report-queries.ts";
import { useLateEntries } from "#manager/statistics/reports/use-report-pages.ts";
import { onlyOutlet } from "#manager/statistics/reports/named-outlets.ts";
import { childSelection, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { dateTimeFormatter, fullDate } from "@reposo/contract/text/date-styles.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { countFormat, hrefTo } from "./report-context.ts";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

/**
 * Lists sums of the ledger entries of the period that were recorded after their month was closed; renders nothing if
 * there are none.
 */
export function LateEntries({ selection }: { selection: ReportSelection }) {
  const texts = useText("entries");
  const language = useLanguage();
  const query = useLateEntries(selection);
  const { data, isError, refetch } = query;
  if (data === undefined) {
    if (!isError) return null;
    return <LoadFailed title={texts.lateEntriesFailed} onRetry={refetch} />;
  }
  if (data.length === 0) return null;
  // The entries contain calendar dates, which are parsed as UTC and therefore also formatted in UTC.
  const monthOf = dateTimeFormatter(language, { year: "numeric", month: "long", timeZone: "UTC" });
  const dateOf = dateTimeFormatter(language, { ...fullDate, timeZone: "UTC" });
  return (
    <Section title={texts.lateEntries}>
      <p className="soft">{texts.lateEntriesText}</p>
      <List label={texts.lateEntries}>
        {data.map((entry) => (
          <LateEntryRow
            key={JSON.stringify([
              entry.recordedOn,
              entry.month,
              entry.areaId,
              entry.deviceId,
              entry.currency,
            ])}
            entry={entry}
            recorded={fill(texts.lateRecorded, {
              month: monthOf(entry.month),
              date: dateOf(entry.recordedOn),
            })}
            selection={selection}
          />
        ))}
      </List>
      <MorePages query={query} />
    </Section>
  );
}

function LateEntryRow({
  entry,
  recorded,
  selection,
}: {
  entry: LateEntry;
  recorded: string;
  selection: ReportSelection;
}) {
  const texts = useText("entries");
  const { deviceNumber } = useText("details");
  const language = useLanguage();
  const { areaId, deviceId, currency } = entry;
  const outlets = onlyOutlet(areaId);
  const kind = entry.coins === entry.entries ? texts.lateCoins : texts.lateTransactions;
  const lines = [
    `${isolateText(entry.areaName)} · ${fill(kind, { count: countFormat(language).format(entry.entries) })}`,
    recorded,
  ];
  return (
    <Row
      href={hrefTo(childSelection(selection, { outlets, deviceId, currency }))}
      title={fill(deviceNumber, { deviceId })}
      detail={lines.map((line) => (
        <span key={line} className="line">
          {line}
        </span>
      ))}
      meta={formatMoney(entry.amount, currency, language)}
    />
  );
}
