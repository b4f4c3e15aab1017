import { useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { onServerClock } from "#platform/server-clock.ts";
import { IconButton } from "#ui/button.tsx";
import { RefreshIcon } from "#ui/manager-icons.tsx";
import { AsOf } from "#screens/manager/as-of.tsx";

/** How old the chart is, and whether it follows live; a refresh beside it. */
export function ChartState({
  updatedAt,
  failed,
  refresh,
}: {
  /** By this device's clock. */
  updatedAt: number;
  failed: boolean;
  refresh: () => Promise<unknown>;
}) {
  const texts = useText("manager");
  const [refreshing, setRefreshing] = useState(false);

  async function refreshNow(): Promise<void> {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  }

  const button = (
    <IconButton
      label={texts.refresh}
      icon={<RefreshIcon />}
      pending={refreshing}
      onClick={() => void refreshNow()}
    />
  );
  return <AsOf at={onServerClock(updatedAt)} isError={failed} action={button} />;
}
