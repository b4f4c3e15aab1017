import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";

type PagesQuery = Pick<
  InfiniteQueryObserverResult,
  "hasNextPage" | "isError" | "isFetchingNextPage" | "isFetchNextPageError" | "refetch" | "fetchNextPage"
>;

/** Loads the next page of a list. */
export function MorePages({ query }: { query: PagesQuery }) {
  const { loadMore, moreFailed, tryAgain } = useText("manager");
  const { hasNextPage, isError, isFetchingNextPage, isFetchNextPageError } = query;
  if (!hasNextPage) return null;

  async function load(): Promise<void> {
    // After a failure, the loaded rows may be stale as well.
    if (isError) await query.refetch();
    await query.fetchNextPage();
  }

  return isFetchNextPageError ? (
    <Banner
      kind="error"
      reveals={false}
      action={
        <Button variant="plain" pending={isFetchingNextPage} onClick={() => void load()}>
          {tryAgain}
        </Button>
      }
    >
      {moreFailed}
    </Banner>
  ) : (
    <Button variant="quiet" wide pending={isFetchingNextPage} onClick={() => void load()}>
      {loadMore}
    </Button>
  );
}
