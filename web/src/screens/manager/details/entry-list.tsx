import { formatMoney } from "@reposo/contract/money.ts";
import { useCallback, useState } from "react";
import { ExportButton } from "#features/exports/index.ts";
import { EntryRow } from "#features/reports/entry-rows.tsx";
import { type ReportPlace, exportQuery } from "#features/reports/index.ts";
import { type Entry, useEntries } from "#features/reports/use-entries.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { LoadAhead } from "#ui/load-ahead.tsx";
import { LongList } from "#ui/long-list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Card, Section } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import styles from "./details.module.css";
import { changeTo, countFormat, daysText } from "./report-context.ts";

/** A figure that stays in sight, and the rows that add up to it. */
export function EntryList({
  ready,
  place,
  range,
  figure,
  updatedAt,
}: {
  ready: Ready;
  place: ReportPlace;
  range: { from: string; to: string };
  /** Null where no report holds it: then the rows say it once all are here. */
  figure: number | null;
  updatedAt: number;
}) {
  const texts = useText("details");
  const { tryAgain } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const list = useEntries(ready.token, place);
  const { data } = list;
  const currency = place.currency ?? ready.userInfo.currency;
  const money = (amount: number) => formatMoney(amount, currency, language);
  const counts = countFormat(language);

  const kind = place.channel === null ? texts.entries : texts[place.channel];
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total;
  const isWhole = data !== undefined && !list.hasNextPage;
  const sum = rows.reduce((amount, row) => amount + row.amount, 0);
  const shown = figure ?? (isWhole ? sum : null);
  const isOutdated = useOutdated(figure, updatedAt, list.dataUpdatedAt);

  const placed =
    place.deviceId !== null ? "nothing" : place.areaIds.length === 1 ? "device" : "outletAndDevice";
  const renderPart = useCallback(
    ({ items }: { items: readonly unknown[] }, start: number, of: number) =>
      (items as readonly Entry[]).map((entry, index) => (
        <EntryRow
          key={entry.entryId}
          entry={entry}
          zone={zone}
          placed={placed}
          at={start + index + 1}
          of={of}
        />
      )),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a zone is made anew for each drawing
    [placed, JSON.stringify(zone), language],
  );

  const again = (retry: () => Promise<unknown>) => (
    <Button look="plain" onClick={() => void retry()}>
      {tryAgain}
    </Button>
  );

  return (
    <>
      <div className={styles.figure} data-behind={shown ?? undefined}>
        <div className={styles.figureLine}>
          <span className={styles.figureLabel}>{kind}</span>
          <span className={styles.figureDays}>{daysText(range, zone, language)}</span>
        </div>
        <div className={styles.figureLine}>
          <span className={styles.amount}>{shown === null ? "—" : money(shown)}</span>
        </div>
      </div>
      {isOutdated && (
        <Banner
          action={
            <Button look="plain" onClick={() => void list.startOver()}>
              {texts.showNewer}
            </Button>
          }
        >
          {texts.newer}
        </Banner>
      )}
      {data === undefined ? (
        list.isError ? (
          <Notice
            kind="error"
            title={texts.entriesFailed}
            text={list.error.message}
            action={again(() => list.refetch())}
          />
        ) : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <NoRows place={place} />
      ) : (
        <>
          <Section
            title={fill(texts.entryCount, { count: counts.format(total ?? rows.length) })}
            action={
              <ExportButton
                operation="areaExport"
                query={exportQuery(place, "entries")}
                subject={`${kind} · ${daysText(range, zone, language)}`}
              />
            }
          >
            <LongList
              label={texts.entries}
              parts={data.pages}
              total={total ?? rows.length}
              heights={list.visit.heights}
              scrollY={list.visit.scrollY}
              renderPart={renderPart}
            />
          </Section>
          <LoadAhead
            key={data.pages.length}
            onNear={() => {
              if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError)
                void list.fetchNextPage();
            }}
          />
          {list.isFetchNextPageError ? (
            <Banner kind="error" action={again(() => list.fetchNextPage())}>
              {texts.moreFailed}
            </Banner>
          ) : isWhole ? (
            <p className={styles.addsUp} role="status" data-sum={sum}>
              {fill(texts.addsUp, { count: counts.format(rows.length), amount: money(sum) })}
            </p>
          ) : (
            <div className={styles.foot}>
              <Skeleton shape="short" />
            </div>
          )}
        </>
      )}
    </>
  );
}

function RowSkeletons() {
  const { loading } = useText("shared");
  return (
    <Card padded={false}>
      <div role="status" aria-label={loading}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      </div>
    </Card>
  );
}

/** A period without any money is something else than a kind of money that did not occur. */
function NoRows({ place }: { place: ReportPlace }) {
  const texts = useText("details");
  if (place.channel === null)
    return <Notice kind="empty" title={texts.noEntriesTitle} text={texts.noEntriesText} />;
  return (
    <Notice
      kind="nothingMatches"
      title={texts.nothingMatches}
      text={texts.noEntryMatches}
      action={
        <Button look="quiet" onClick={() => changeTo({ ...place, channel: null, entries: true })}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}

/** Whether the figure has moved since the rows were read. */
function useOutdated(figure: number | null, figureAt: number, rowsAt: number): boolean {
  const [read, setRead] = useState({ rowsAt, figure });
  // The rows were read anew: whatever the figure is then belongs to them.
  if (read.rowsAt !== rowsAt) setRead({ rowsAt, figure });
  return read.figure !== null && figure !== null && figureAt > rowsAt && read.figure !== figure;
}
