import { type ComponentType, useCallback, useEffect, useState } from "react";
import { FiguresSkeleton } from "#features/figures/index.ts";
import { useOnline } from "#platform/connection.ts";
import { useText } from "#platform/i18n.tsx";
import { useLatePart } from "#platform/late-part.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ReportPlace } from "#features/reports/index.ts";
import type { Ready } from "#screens/manager/manager-page.tsx";

export interface LevelProps {
  ready: Ready;
  place: ReportPlace;
  /** Whether the period can be asked for. */
  fit: boolean;
}

type FetchLevel = () => Promise<{ default: ComponentType<LevelProps> }>;

/** A lower level's code: fetched once the page has settled, so that a tap finds it, by the tap itself, or once there is a connection. */
export function useLateLevel(fetchModule: FetchLevel, isNeeded: boolean) {
  const [Level, fetchLevel] = useLatePart(fetchModule);
  const [failed, setFailed] = useState(false);
  const online = useOnline();
  const fetchNow = useCallback(() => {
    setFailed(false);
    void fetchLevel().then((there) => setFailed(!there));
  }, [fetchLevel]);
  useEffect(() => {
    if (isNeeded) fetchNow();
  }, [isNeeded, fetchNow, online]);
  return { Level, failed, onRetry: fetchNow };
}

export function LateLevel({ level, ...props }: LevelProps & { level: ReturnType<typeof useLateLevel> }) {
  const { Level, failed, onRetry } = level;
  const { loading, pageFailed, pageFailedText, tryAgain } = useText("shared");
  if (Level !== null) return <Level {...props} />;
  if (!failed) return <FiguresSkeleton label={loading} />;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      text={pageFailedText}
      action={
        <Button look="quiet" onClick={onRetry}>
          {tryAgain}
        </Button>
      }
    />
  );
}
