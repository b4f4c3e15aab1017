import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";

/** Loads the next page of a list. */
export function MorePages({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}) {
  const { loadMore, moreFailed } = useText("manager");
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && (
        <Banner kind="error" reveals={false}>
          {moreFailed}
        </Banner>
      )}
      <Button variant="quiet" wide pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {loadMore}
      </Button>
    </>
  );
}
