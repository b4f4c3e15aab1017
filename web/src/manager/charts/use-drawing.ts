import { type ComponentType, useEffect, useState } from "react";
import { importAgain } from "#shared/lazy/import-again.ts";
import { followLoad } from "#shared/lazy/screen-loader.tsx";
import { useRetry } from "#shared/lazy/use-retry.ts";
import type { ChartCardProps } from "./chart-card.tsx";

const chartCard = importAgain(() => import("./chart-card.tsx"));

let Drawing: ComponentType<ChartCardProps> | null = null;
let pending: Promise<void> | null = null;

/** Scales and marks weigh more than the page: they are fetched beside its figures, and once. */
export function fetchDrawing(): Promise<void> {
  pending ??= chartCard()
    .then((module) => {
      Drawing = module.ChartCard;
    })
    .finally(() => {
      pending = null;
    });
  return pending;
}

/** What draws a chart, once it is there; a fetch that failed or takes too long can be tried again. */
export function useDrawing() {
  const [progress, setProgress] = useState<"waiting" | "slow" | "failed">("waiting");
  const [, redraw] = useState(0);
  const { attempt, retry } = useRetry();
  const missing = Drawing === null;
  useEffect(() => {
    if (missing) return followLoad(fetchDrawing(), setProgress, () => redraw((count) => count + 1));
  }, [missing, attempt]);
  return {
    Drawing,
    failed: missing && progress === "failed",
    retry,
  };
}
