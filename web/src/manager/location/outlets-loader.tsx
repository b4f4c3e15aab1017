import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { type OutletLocation, outletsQuery } from "./location-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Banner } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { LoadFailed, Missing } from "#manager/shared/frame/load-failed.tsx";
import styles from "./location.module.css";

interface Props {
  readonly children: (outlets: readonly OutletLocation[]) => ReactNode;
}

export function OutletsLoader({ children }: Props) {
  const texts = useText("places");
  const { loading } = useText("shared");
  const outlets = useQuery(outletsQuery);
  const { data } = outlets;
  if (data !== undefined)
    return (
      <>
        {outlets.isError && <Banner kind="warn">{texts.stale}</Banner>}
        {children(data)}
      </>
    );
  if (outlets.isError)
    return <LoadFailed title={texts.failed} error={outlets.error} onRetry={outlets.refetch} />;
  return (
    <div role="status" aria-label={loading}>
      <Skeleton shape="short" />
      <Skeleton shape="card" />
    </div>
  );
}

interface OneOutlet extends Omit<Props, "children"> {
  readonly areaId: string;
  readonly children: (outlet: OutletLocation) => ReactNode;
}

/** Loads one of the manager's outlets; states for any other outlet ID that there is none. */
export const OutletLoader = (one: OneOutlet) => (
  <OutletsLoader>{(outlets) => <ChosenOutlet outlets={outlets} {...one} />}</OutletsLoader>
);

export function ChosenOutlet({
  outlets,
  areaId,
  children,
}: OneOutlet & { readonly outlets: readonly OutletLocation[] }) {
  const outlet = outlets.find((one) => one.areaId === areaId);
  return outlet === undefined ? <UnknownOutlet /> : children(outlet);
}

export function UnknownOutlet() {
  const { unknownOutletTitle } = useText("places");
  const { overviewTab } = useText("manager");
  return <Missing title={unknownOutletTitle} href={hrefOf("home")} listTitle={overviewTab} />;
}

export const OutletHeader = ({ outlet: { areaName, address } }: { outlet: OutletLocation }) => (
  <div className={styles.head}>
    <h2 className={styles.name} dir="auto">
      {areaName}
    </h2>
    <p className="muted" dir="auto">
      {address}
    </p>
  </div>
);
