import { useText } from "#shared/i18n/i18n.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./chart-card.module.css";

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
