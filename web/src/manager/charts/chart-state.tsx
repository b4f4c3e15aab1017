import { useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { AsOf } from "#manager/figures/index.ts";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./chart-card.module.css";

export function ChartState({
  updatedAt,
  failed,
  refetch,
}: {
  /** Time of the last successful response by the browser's clock, in milliseconds since 1970. */
  updatedAt: number;
  failed: boolean;
  refetch: () => Promise<unknown>;
}) {
  const { button } = useRefresh(refetch);
  return <AsOf at={onServerClock(updatedAt)} isError={failed} action={button} />;
}

export function ChartSkeleton() {
  const { loading } = useText("shared");
  return (
    <Card>
      <div className={styles.frame} role="status" aria-label={loading}>
        <Skeleton shape="short" />
        <Skeleton shape="figure" />
        <Skeleton shape="short" />
        <Skeleton shape="plot" />
      </div>
    </Card>
  );
}
