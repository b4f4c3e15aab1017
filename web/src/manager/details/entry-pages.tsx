import { formatMoney } from "@reposo/contract/money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { useCallback } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import { EntryRow } from "#manager/reports/entry-rows.tsx";
import { type ReportPlace, exportQuery, outletOf } from "#manager/reports/index.ts";
import type { Entry, useEntries } from "#manager/reports/use-entries.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { LoadAhead } from "#ui/list/load-ahead.tsx";
import { LongList } from "#ui/list/long-list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { useZone } from "#manager/frame/zone-line.tsx";
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
