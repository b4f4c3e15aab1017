import { formatMoney } from "@reposo/contract/money.ts";
import { useState } from "react";
import type { ReportPlace } from "#manager/reports/index.ts";
import { useEntries } from "#manager/reports/use-entries.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { RowSkeletons } from "#ui/list/row-skeletons.tsx";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { useZone } from "#manager/frame/zone-line.tsx";
import { EntryFigure } from "./entry-figure.tsx";
import { EntryPages } from "./entry-pages.tsx";
import { NoEntries } from "./no-entries.tsx";
import { daysText } from "./report-context.ts";

/** A figure that stays in sight, and the rows that add up to it. */
export function EntryList({
  ready,
  place,
  range,
  figure,
  updatedAt,
  label,
}: {
  ready: Ready;
  place: ReportPlace;
  range: { from: string; to: string };
  /** Null where no report holds it: then the rows say it once all are here. */
  figure: number | null;
  updatedAt: number;
  /** Whose or which movements, where the place does not say. */
  label?: string;
}) {
  const texts = useText("details");
  const { entriesFailed, newer, showNewer } = useText("entries");
  const { tryAgain } = useText("manager");
  const { loading } = useText("shared");
  const language = useLanguage();
  const zone = useZone();
  const list = useEntries(ready.token, place);
  const { data, dataUpdatedAt, isError, error, hasNextPage } = list;
  const currency = place.currency ?? ready.userInfo.currency;

  const kind = label ?? (place.channel === null ? texts.entries : texts[place.channel]);
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const sum = rows.reduce((amount, row) => amount + row.amount, 0);
  const amount = figure ?? (data !== undefined && !hasNextPage ? sum : null);
  const isOutdated = useOutdated(figure, updatedAt, dataUpdatedAt);

  function content() {
    if (data === undefined) {
      if (!isError) return <RowSkeletons label={loading} />;
      const retry = (
        <Button look="plain" onClick={() => void list.refetch()}>
          {tryAgain}
        </Button>
      );
      return <Notice kind="error" title={entriesFailed} text={<FailureText of={error} />} action={retry} />;
    }
    if (rows.length === 0) return <NoEntries place={place} />;
    const subject = `${kind} · ${daysText(range, zone, language)}`;
    return <EntryPages {...{ list, place, currency, sum, subject }} pages={data.pages} />;
  }

  return (
    <>
      <EntryFigure
        label={kind}
        range={range}
        amount={amount}
        shown={amount === null ? "—" : formatMoney(amount, currency, language)}
      />
      {isOutdated && (
        <Banner
          action={
            <Button look="plain" onClick={() => void list.startOver()}>
              {showNewer}
            </Button>
          }
        >
          {newer}
        </Banner>
      )}
      {content()}
    </>
  );
}

/** Whether the figure has moved since the rows were read. */
function useOutdated(figure: number | null, figureAt: number, rowsAt: number): boolean {
  const [read, setRead] = useState({ rowsAt, figure });
  // The rows were read anew: whatever the figure is then belongs to them.
  if (read.rowsAt !== rowsAt) setRead({ rowsAt, figure });
  return read.figure !== null && figure !== null && figureAt > rowsAt && read.figure !== figure;
}
