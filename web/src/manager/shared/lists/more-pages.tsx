import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";

type PagesQuery = Pick<
  InfiniteQueryObserverResult,
  "hasNextPage" | "isError" | "isFetchingNextPage" | "isFetchNextPageError" | "refetch" | "fetchNextPage"
>;

/** Distance from the end of the list, in pixels, from which the next page loads. */
const loadAheadPixels = 800;

/** Loads the next page of a list by a button, or before the user has scrolled to its end. */
export function MorePages({
  query,
  ahead = false,
}: {
  query: PagesQuery;
  /** Whether pages load by themselves, for a list at the end of its page. */
  ahead?: boolean;
}) {
  const { loadMore, moreFailed, tryAgain } = useText("manager");
  const { hasNextPage, isError, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const loadsByItself = ahead && hasNextPage && !isError && !isFetchingNextPage;
  useEffect(() => {
    if (end.current === null || !loadsByItself) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${loadAheadPixels}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadsByItself, fetchNextPage]);
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
    <div ref={end}>
      <Button variant="quiet" wide pending={isFetchingNextPage} onClick={() => void load()}>
        {loadMore}
      </Button>
    </div>
  );
}
