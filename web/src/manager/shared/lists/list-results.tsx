import { languageTags } from "@reposo/contract/text/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { type ReactNode, useMemo } from "react";
import { type DisplayZone, clockInZone } from "#manager/shared/zone/display-zone.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { Button } from "#ui/button/button.tsx";
import { List, RowSkeletons } from "#ui/list/list.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import styles from "./list-results.module.css";
import { rowsPerPage } from "./page-request.ts";
import { maximumPages } from "./list-query.ts";
import type { PagedList } from "./use-paged-list.ts";

export interface ListTexts {
  readonly list: string;
  readonly failed: string;
  readonly emptyTitle: string;
  readonly emptyText?: string;
  readonly noMatch?: string;
}

export interface ListResultsProps<R> {
  readonly list: PagedList<R>;
  readonly zone: DisplayZone;
  readonly texts: ListTexts;
  /** Replaces the server's error text if the browser knows which filters are invalid. */
  readonly problem?: string | null;
  /** Null for a list without filters. */
  readonly filters?: { readonly active: boolean; readonly onClear: () => void } | null;
  /** Replaces "End of list" below the last row. */
  readonly complete?: ReactNode;
  /** Must remain the same function until its result changes, because the rendered rows are memoised. */
  readonly renderRow: (row: R, position: number, total: number) => ReactNode;
}

/** Result codes of refused filters. A retry would be refused again, so the page offers to clear the filters. */
const filterRefusals: readonly number[] = [resultCodes.invalidRequest, resultCodes.outletNotFound];

export function ListResults<R>({
  list,
  zone,
  texts,
  problem = null,
  filters = null,
  complete,
  renderRow,
}: ListResultsProps<R>) {
  const { tryAgain, clearFilters, listStale, nothingMatches } = useText("manager");
  const language = useLanguage();
  const { data, pages, total = 0, error, isError, isFetchNextPageError, isFetching, dataUpdatedAt } = list;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const renderedRows = useMemo(
    () => rows.map((row, index) => renderRow(row, index + 1, Math.max(total, rows.length))),
    [rows, total, renderRow],
  );

  const retry = (
    <Button variant="plain" pending={isFetching} onClick={() => void list.refetch()}>
      {tryAgain}
    </Button>
  );
  const isFiltered = filters?.active === true;
  const clear = (
    <Button variant="quiet" onClick={filters?.onClear}>
      {clearFilters}
    </Button>
  );

  if (data === undefined) {
    if (!isError) return <RowSkeletons />;
    const isRefusedFilter = isFiltered && filterRefusals.includes(refusalCode(error) ?? 0);
    return (
      <Notice
        kind="error"
        title={texts.failed}
        text={problem ?? <FailureText of={error} />}
        action={isRefusedFilter ? clear : retry}
      />
    );
  }

  return (
    <>
      {isError && !isFetchNextPageError && (
        <Banner kind="warn" action={retry}>
          {fill(listStale, { time: clockInZone(onServerClock(dataUpdatedAt), zone, language) })}
        </Banner>
      )}
      {rows.length > 0 ? (
        <>
          <List label={texts.list}>{renderedRows}</List>
          <ListFooter list={list} filterable={filters !== null} complete={complete} />
        </>
      ) : isFiltered ? (
        <Notice kind="nothingMatches" title={nothingMatches} text={texts.noMatch} action={clear} />
      ) : (
        <Notice kind="empty" title={texts.emptyTitle} text={texts.emptyText} />
      )}
    </>
  );
}

function ListFooter<R>({
  list: { end, loadMore, isFetchingNextPage, pages = [] },
  filterable,
  complete,
}: {
  list: PagedList<R>;
  filterable: boolean;
  complete: ReactNode;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  switch (end) {
    case "failed":
      return (
        <Banner
          kind="error"
          reveals={false}
          action={
            <Button variant="plain" pending={isFetchingNextPage} onClick={loadMore}>
              {texts.tryAgain}
            </Button>
          }
        >
          {texts.moreFailed}
        </Banner>
      );
    case "more":
    case "loading":
      return (
        <Button variant="quiet" wide pending={end === "loading"} onClick={loadMore}>
          {texts.loadMore}
        </Button>
      );
    case "limit": {
      const count = new Intl.NumberFormat(languageTags[language]).format(maximumPages * rowsPerPage);
      const text = filterable ? texts.listLimitFilter : texts.listLimit;
      return <p className={styles.foot}>{fill(text, { count })}</p>;
    }
    case "complete":
      if (complete !== undefined) return complete;
      return pages.length > 1 ? <p className={styles.foot}>{texts.listEnd}</p> : null;
  }
}
