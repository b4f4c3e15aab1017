import { languageTags } from "@reposo/contract/text/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type DisplayZone, clockInZone } from "#manager/shared/zone/display-zone.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { Button } from "#ui/button/button.tsx";
import { List, ListHeading, RowSkeletons } from "#ui/list/list.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { groupBegunAt, type RowGroups } from "#ui/list/row-groups.ts";
import { RowTable, type RowTableProps } from "#ui/list/row-table.tsx";
import styles from "./list-results.module.css";
import { type LoadedRows, rowsPerPage } from "./list-query.ts";
import { MorePages } from "./more-pages.tsx";

export interface ListTexts {
  readonly list: string;
  readonly failed: string;
  readonly emptyTitle: string;
  readonly emptyText?: string;
  readonly emptyIcon?: ReactNode;
  readonly noMatch?: string;
}

export interface ListResultsProps<R> {
  readonly list: UseInfiniteQueryResult<LoadedRows<R>>;
  readonly zone: DisplayZone;
  readonly texts: ListTexts;
  /** Replaces the server's error text if the browser knows which filters are invalid. */
  readonly problem?: string | null;
  /** Null for a list without filters. */
  readonly filters?: {
    readonly active: boolean;
    readonly onClear: () => void;
    /** Names the button that clears them, if they are only a search. */
    readonly clearLabel?: string | undefined;
  } | null;
  /** Replaces "End of list" below the last row. */
  readonly complete?: ReactNode;
  /** Must remain the same function until its result changes, because the rendered rows are memoised. */
  readonly renderRow: (row: R, position: number, total: number) => ReactNode;
  readonly groups?: RowGroups<R> | undefined;
  /** Shows the rows after the last one that can be loaded; absent if only filters lead to them. */
  readonly onContinue?: (() => void) | undefined;
  /** The table that shows the rows in a wide window; absent if it shows the same list. */
  readonly table?: Omit<RowTableProps<R>, "label" | "rows" | "total" | "groups">;
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
  groups,
  onContinue,
  table,
}: ListResultsProps<R>) {
  const { tryAgain, clearFilters, listStale, nothingMatches } = useText("manager");
  const language = useLanguage();
  const { data, error, isError, isFetchNextPageError, isFetching, dataUpdatedAt } = list;
  const renderedRows = useMemo(() => {
    const { rows = [], total = 0 } = data ?? {};
    return rows.flatMap((row, index) => {
      const rendered = renderRow(row, index + 1, Math.max(total, rows.length));
      const group = groupBegunAt(groups, rows, index);
      return group === null
        ? [rendered]
        : [<ListHeading key={group}>{groups?.renderHeading(group, "list")}</ListHeading>, rendered];
    });
  }, [data, renderRow, groups]);

  const retry = (
    <Button variant="plain" pending={isFetching} onClick={() => void list.refetch()}>
      {tryAgain}
    </Button>
  );
  const rows = <List label={texts.list}>{renderedRows}</List>;
  const isFiltered = filters?.active === true;
  const clear = (
    <Button variant="quiet" onClick={filters?.onClear}>
      {filters?.clearLabel ?? clearFilters}
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
      {renderedRows.length > 0 ? (
        <>
          {table === undefined ? (
            rows
          ) : (
            <ByWidth
              narrow={rows}
              wide={
                <RowTable
                  {...table}
                  label={texts.list}
                  groups={groups}
                  rows={data.rows}
                  total={Math.max(data.total ?? 0, data.rows.length)}
                />
              }
            />
          )}
          {list.hasNextPage ? (
            <MorePages query={list} ahead />
          ) : data.nextCursor === null && complete !== undefined ? (
            complete
          ) : (
            <ListEnd list={data} filterable={filters !== null} onContinue={onContinue} />
          )}
        </>
      ) : isFiltered ? (
        <Notice kind="nothingMatches" title={nothingMatches} text={texts.noMatch} action={clear} />
      ) : (
        <Notice kind="empty" icon={texts.emptyIcon} title={texts.emptyTitle} text={texts.emptyText} />
      )}
    </>
  );
}

/** What follows the last loaded row if no further page can be loaded. */
function ListEnd<R>({
  list,
  filterable,
  onContinue,
}: {
  list: LoadedRows<R>;
  filterable: boolean;
  onContinue: (() => void) | undefined;
}) {
  const { listEnd, listLimit, listLimitFilter, showOlder } = useText("manager");
  const language = useLanguage();
  if (list.nextCursor === null)
    return list.rows.length > rowsPerPage ? <p className={styles.foot}>{listEnd}</p> : null;
  const count = new Intl.NumberFormat(languageTags[language]).format(list.rows.length);
  if (onContinue !== undefined)
    return (
      <Button variant="quiet" wide onClick={onContinue}>
        {showOlder}
      </Button>
    );
  return <p className={styles.foot}>{fill(filterable ? listLimitFilter : listLimit, { count })}</p>;
}
