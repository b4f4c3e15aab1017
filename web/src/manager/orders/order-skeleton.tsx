import { Skeleton } from "#ui/skeleton/skeleton.tsx";

export function OrderSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="stack">
      <Skeleton shape="card" />
      <Skeleton shape="short" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
