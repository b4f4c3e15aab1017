import { formatMoney } from "@reposo/contract/money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { useCallback } from "react";
import { ExportButton } from "#features/exports/index.ts";
import { EntryRow } from "#features/reports/entry-rows.tsx";
import { type ReportPlace, exportQuery, outletOf } from "#features/reports/index.ts";
import type { Entry, useEntries } from "#features/reports/use-entries.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { LoadAhead } from "#ui/load-ahead.tsx";
import { LongList } from "#ui/long-list.tsx";
import { Banner } from "#ui/notice.tsx";
import { Section } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import styles from "./details.module.css";
import { countFormat } from "./report-context.ts";

/** The rows read so far, more of them as one comes near, and at the end what they add up to. */
export function EntryPages({
  list,
  pages,
  place,
  currency,
  sum,
  subject,
}: {
  list: ReturnType<typeof useEntries>;
  pages: readonly { items: readonly Entry[]; total: number }[];
  place: ReportPlace;
  currency: Currency;
  /** Of the rows read so far. */
  sum: number;
  /** What a file of them is called. */
  subject: string;
}) {
  const { entries } = useText("details");
  const texts = useText("entries");
  const { tryAgain } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const counts = countFormat(language);
  const read = pages.reduce((count, { items }) => count + items.length, 0);
  const total = pages[0]?.total ?? read;

  const placed =
    place.deviceId !== null ? "nothing" : outletOf(place) === null ? "outletAndDevice" : "device";
  const renderPart = useCallback(
    ({ items }: { items: readonly Entry[] }, start: number, of: number) =>
      items.map((entry, index) => (
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

  return (
    <>
      <Section
        title={fill(texts.entryCount, { count: counts.format(total) })}
        action={
          <ExportButton
            operation="areaExport"
            query={exportQuery(place, "entries")}
            subject={subject}
            zone={zone}
          />
        }
      >
        <LongList
          label={entries}
          parts={pages}
          total={total}
          heights={list.visit.heights}
          scrollY={list.visit.scrollY}
          renderPart={renderPart}
        />
      </Section>
      <LoadAhead
        key={pages.length}
        onNear={() => {
          if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError)
            void list.fetchNextPage();
        }}
      />
      {list.isFetchNextPageError ? (
        <Banner
          kind="error"
          reveals={false}
          action={
            <Button look="plain" onClick={() => void list.fetchNextPage()}>
              {tryAgain}
            </Button>
          }
        >
          {texts.moreFailed}
        </Banner>
      ) : list.hasNextPage ? (
        <div className={styles.foot}>
          <Skeleton shape="short" />
        </div>
      ) : (
        <p className={styles.addsUp} role="status" data-sum={sum}>
          {fill(texts.addsUp, {
            count: counts.format(read),
            amount: formatMoney(sum, currency, language),
          })}
        </p>
      )}
    </>
  );
}
