import { useText } from "#shared/i18n/i18n.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./figures-skeleton.module.css";

export function FiguresSkeleton() {
  const { loading } = useText("shared");
  return (
    <div className="stack-5" role="status" aria-label={loading}>
      <Card>
        <div className={styles.income}>
          <Skeleton shape="short" />
          <Skeleton shape="figure" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </Card>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
