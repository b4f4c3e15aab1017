import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./order-detail.module.css";

export function OrderSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      <Skeleton shape="card" />
      <Skeleton shape="short" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
