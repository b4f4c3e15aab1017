import { Card } from "#ui/screen/screen.tsx";
import styles from "./row-skeletons.module.css";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";

/** The place of rows to come. */
export function RowSkeletons({ label, count = 6 }: { label: string; count?: number }) {
  return (
    <Card padded={false}>
      <div role="status" aria-label={label} className={styles.rows}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      </div>
    </Card>
  );
}
