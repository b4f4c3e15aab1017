import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./chart-card.module.css";

/** Shown while the chart loads. */
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
