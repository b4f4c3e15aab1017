import { useText } from "#shared/i18n/i18n.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";

export function OrderSkeleton() {
  const { loading } = useText("shared");
  return (
    <div role="status" aria-label={loading} className="stack">
      <Skeleton shape="card" />
      <Skeleton shape="short" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
