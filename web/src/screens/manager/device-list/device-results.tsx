import { DeviceRows, type FaultLabel, LoadAhead, type useDeviceList } from "#features/devices/index.ts";
import { useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { List } from "#ui/list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Card } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import styles from "./device-browser.module.css";

/** The rows, or why there are none, and what stands at their end. */
export function DeviceResults({
  list,
  filtered,
  onClear,
  faultLabel,
}: {
  list: ReturnType<typeof useDeviceList>;
  filtered: boolean;
  onClear: () => void;
  faultLabel: FaultLabel;
}) {
  const texts = useText("manager");
  const { loading } = useText("shared");
  const { data, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage } = list;

  const retry = (again: () => unknown) => (
    <Button look="plain" onClick={() => void again()}>
      {texts.tryAgain}
    </Button>
  );

  if (data === undefined) {
    if (!isError) return <RowSkeletons label={loading} />;
    return (
      <Notice
        kind="error"
        title={texts.devicesFailed}
        text={list.error.message}
        action={retry(() => list.refetch())}
      />
    );
  }

  if (data.pages.every((page) => page.items.length === 0)) {
    return filtered ? (
      <Notice
        kind="nothingMatches"
        title={texts.nothingMatches}
        text={texts.nothingMatchesText}
        action={
          <Button look="quiet" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        }
      />
    ) : (
      <Notice kind="empty" title={texts.noDevicesTitle} text={texts.noDevicesText} />
    );
  }

  const more = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void list.fetchNextPage();
  };
  return (
    <>
      <List label={texts.deviceList} long>
        {data.pages.map((page, index) => (
          <DeviceRows key={data.pageParams[index] ?? ""} page={page} faultLabel={faultLabel} />
        ))}
      </List>
      <LoadAhead key={data.pages.length} onNear={more} />
      {isFetchNextPageError ? (
        <Banner kind="error" action={retry(() => list.fetchNextPage())}>
          {texts.moreFailed}
        </Banner>
      ) : isError ? (
        <Banner kind="error" action={retry(() => list.refetch())}>
          {texts.devicesFailed}
        </Banner>
      ) : (
        hasNextPage && (
          <div className={styles.foot} role="status" aria-label={texts.loadingMore}>
            <Skeleton shape="short" />
          </div>
        )
      )}
    </>
  );
}

function RowSkeletons({ label }: { label: string }) {
  return (
    <Card padded={false}>
      <div role="status" aria-label={label}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      </div>
    </Card>
  );
}
