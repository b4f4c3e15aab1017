import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { ReactNode } from "react";
import { FiguresSkeleton } from "#features/figures/index.ts";
import { refusalCode } from "#platform/api-failure.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { clockInZone } from "#platform/shown-zone.ts";
import { Button } from "#ui/button.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { useManager } from "#screens/manager/manager-session.tsx";
import { ZoneLine, useZone } from "#screens/manager/zone-line.tsx";
import styles from "./details.module.css";

interface ReportQuery<T> {
  readonly data: T | undefined;
  readonly dataUpdatedAt: number;
  readonly isError: boolean;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/** A report with the time of its figures, or why there is none; old figures stay while they are read anew. */
export function ReportState<T>({
  query,
  onClear,
  children,
}: {
  query: ReportQuery<T>;
  /** Forgets a selection that the server does not know. */
  onClear: () => void;
  children: (data: T) => ReactNode;
}) {
  const texts = useText("details");
  const { tryAgain } = useText("manager");
  const { loading } = useText("shared");
  const { data, isError, error } = query;
  if (data === undefined) {
    if (!isError) return <FiguresSkeleton label={loading} />;
    const isUnknown = refusalCode(error) === resultCodes.outletNotFound;
    return (
      <Notice
        kind="error"
        title={texts.reportFailed}
        text={error?.message}
        action={
          <Button look="quiet" onClick={() => (isUnknown ? onClear() : void query.refetch())}>
            {isUnknown ? texts.clearFilters : tryAgain}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <AsOf at={query.dataUpdatedAt} isError={isError} />
      {children(data)}
      <ZoneLine />
    </>
  );
}

export function AsOf({ at, isError }: { at: number; isError: boolean }) {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const time = clockInZone(at, zone, language);
  if (isError) return <Banner kind="warn">{fill(texts.staleFigures, { time })}</Banner>;
  if (live === "cut") return <Banner kind="offline">{fill(texts.notLive, { time })}</Banner>;
  return (
    <p className={styles.asOf} data-as-of={at}>
      <span>{fill(texts.asOf, { time })}</span>
      {live === "live" && <span className={styles.live}>{texts.live}</span>}
    </p>
  );
}
