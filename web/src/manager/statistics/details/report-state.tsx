import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { ReactNode } from "react";
import { AsOf } from "#manager/statistics/figures/as-of.tsx";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { onServerClock } from "#shared/time/server-clock.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";

export interface ReportQuery<T> {
  readonly data: T | undefined;
  /** When the data was fetched, in milliseconds since the epoch by the browser's clock. */
  readonly dataUpdatedAt: number;
  readonly isError: boolean;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/**
 * Shows a report with the time of its figures, or the reason why it is missing. The figures stay visible during a
 * refetch.
 */
export function ReportState<T>({
  query,
  onClear,
  children,
}: {
  query: ReportQuery<T>;
  /** Clears the selected outlets. A button calls it if the server does not know one of them. */
  onClear: () => void;
  children: (data: T) => ReactNode;
}) {
  const texts = useText("details");
  const { tryAgain } = useText("manager");
  const { data, isError, error } = query;
  if (data === undefined) {
    if (!isError) return <FiguresSkeleton />;
    const isUnknown = refusalCode(error) === resultCodes.outletNotFound;
    return (
      <Notice
        kind="error"
        title={texts.reportFailed}
        text={<FailureText of={error} />}
        action={
          <Button variant="quiet" onClick={() => (isUnknown ? onClear() : void query.refetch())}>
            {isUnknown ? texts.clearFilters : tryAgain}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <AsOf at={onServerClock(query.dataUpdatedAt)} isError={isError} />
      {children(data)}
      <ZoneLine />
    </>
  );
}
