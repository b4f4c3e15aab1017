import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { ReactNode } from "react";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { ListVisit } from "./list-visit.ts";
import type { PageOf, PagedList } from "./paged-list.ts";
import { onServerClock } from "#shared/time/server-clock.ts";
import { type ShownZone, clockInZone } from "#manager/frame/shown-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { LoadAhead } from "#ui/list/load-ahead.tsx";
import { LongList } from "#ui/list/long-list.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { RowSkeletons } from "#ui/list/row-skeletons.tsx";
import styles from "./paged-results.module.css";

interface Words {
  readonly list: string;
  readonly failed: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly noMatch: string;
}

/** Whatever else went wrong may go right the next time. */
const filterRefusals: readonly number[] = [resultCodes.invalidRequest, resultCodes.outletNotFound];

/** The rows of a paged list, or why there are none, and what stands at their end. */
export function PagedResults<R>({
  list,
  visit,
  zone,
  words,
  problem = null,
  filtered,
  onClear,
  renderPage,
}: {
  list: PagedList<R>;
  visit: ListVisit;
  zone: ShownZone;
  words: Words;
  /** What is wrong with the filters, where it is known before the server refuses them. */
  problem?: string | null;
  filtered: boolean;
  onClear: () => void;
  /** The same function from one drawing to the next. */
  renderPage: (page: PageOf<R>, start: number, total: number) => ReactNode;
}) {
  const texts = useText("lists");
  const { tryAgain, clearFilters } = useText("manager");
  const { loading } = useText("shared");
  const language = useLanguage();
  const { data, error, isError, isFetchNextPageError, isFetching, dataUpdatedAt } = list;

  const retry = (again: () => unknown) => (
    <Button look="plain" pending={isFetching} onClick={() => void again()}>
      {tryAgain}
    </Button>
  );

  const clear = (
    <Button look="quiet" onClick={onClear}>
      {clearFilters}
    </Button>
  );

  if (data === undefined) {
    if (!isError) return <RowSkeletons label={loading} />;
    // A filter that the server refuses, as from an old link, is refused again: only another one helps.
    const isRefusedFilter = filtered && filterRefusals.includes(refusalCode(error) ?? 0);
    const wayOn = isRefusedFilter ? clear : retry(() => list.refetch());
    return (
      <Notice kind="error" title={words.failed} text={problem ?? <FailureText of={error} />} action={wayOn} />
    );
  }

  const stale = isError && !isFetchNextPageError && (
    <Banner kind="warn" action={retry(() => list.refetch())}>
      {fill(texts.listStale, { time: clockInZone(onServerClock(dataUpdatedAt), zone, language) })}
    </Banner>
  );

  if (data.pages.every((page) => page.items.length === 0)) {
    return (
      <>
        {stale}
        {filtered ? (
          <Notice kind="nothingMatches" title={texts.nothingMatches} text={words.noMatch} action={clear} />
        ) : (
          <Notice kind="empty" title={words.emptyTitle} text={words.emptyText} />
        )}
      </>
    );
  }

  return (
    <>
      {stale}
      <LongList
        key={visit.id}
        label={words.list}
        parts={data.pages}
        total={data.pages[0]?.total ?? 0}
        heights={visit.heights}
        scrollY={visit.scrollY}
        renderPart={renderPage}
      />
      <Foot list={list} loading={loading} retry={retry} />
    </>
  );
}

/** More on its way, the failure to get it, or the end. */
function Foot<R>({
  list,
  loading,
  retry,
}: {
  list: PagedList<R>;
  loading: string;
  retry: (again: () => unknown) => ReactNode;
}) {
  const texts = useText("lists");
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, data, fetchNextPage } = list;
  const depth = data?.pages.length ?? 0;

  function more(): void {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }

  if (isFetchNextPageError && !isFetchingNextPage) {
    return (
      <Banner kind="error" reveals={false} action={retry(() => fetchNextPage())}>
        {texts.moreFailed}
      </Banner>
    );
  }
  if (!hasNextPage) return depth > 1 ? <p className={styles.foot}>{texts.listEnd}</p> : null;
  return (
    <>
      <LoadAhead key={depth} onNear={more} />
      <RowSkeletons label={loading} count={2} />
    </>
  );
}
