import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { IconButton } from "#ui/button/button.tsx";
import { RefreshIcon } from "#ui/icons/manager-icons.tsx";
import { AsOf } from "#manager/figures/index.ts";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./chart-card.module.css";

export function ChartState({
  updatedAt,
  failed,
  refresh,
}: {
  /** Time of the last successful response by the browser's clock, in milliseconds since 1970. */
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

export function ChartSkeleton({ label }: { label: string }) {
  return (
    <Card>
      <div className={styles.frame} role="status" aria-label={label}>
        <Skeleton shape="short" />
        <Skeleton shape="figure" />
        <Skeleton shape="short" />
        <Skeleton shape="plot" />
      </div>
    </Card>
  );
}
