import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { type OutletLocation, outletsQuery } from "./location-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
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

/** Loads one of the manager's outlets; shows an error for any other outlet ID. */
export function OutletLoader({ areaId, children }: OneOutlet) {
  return (
    <OutletsLoader>
      {(outlets) => {
        const outlet = outlets.find((one) => one.areaId === areaId);
        if (outlet !== undefined) return children(outlet);
        return <UnknownOutlet />;
      }}
    </OutletsLoader>
  );
}

export function UnknownOutlet() {
  const { unknownOutletTitle, unknownOutletText } = useText("places");
  const { overviewTab } = useText("manager");
  return (
    <Notice
      kind="error"
      title={unknownOutletTitle}
      text={unknownOutletText}
      action={
        <ButtonLink variant="quiet" href={hrefOf("home")}>
          {overviewTab}
        </ButtonLink>
      }
    />
  );
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
