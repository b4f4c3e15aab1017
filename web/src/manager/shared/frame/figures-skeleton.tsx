import { useText } from "#shared/i18n/i18n.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./figures-skeleton.module.css";

export function FiguresSkeleton() {
  const { loading } = useText("shared");
  return (
    <div className="stack-5" role="status" aria-label={loading}>
      <IncomeSkeleton />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}

/** The shape of home, whose cards are side by side in a wide window. */
export function HomeSkeleton() {
  const { loading } = useText("shared");
  return (
    <div className={classNames("stack-3", styles.home)} role="status" aria-label={loading}>
      <div className={styles.search}>
        <Skeleton shape="field" />
      </div>
      <Columns
        main={
          <>
            <IncomeSkeleton />
            <Skeleton shape="card" />
          </>
        }
        side={
          <>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </>
        }
      />
    </div>
  );
}

const IncomeSkeleton = () => (
  <Card>
    <div className={styles.income}>
      <Skeleton shape="short" />
      <Skeleton shape="figure" />
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  </Card>
);
