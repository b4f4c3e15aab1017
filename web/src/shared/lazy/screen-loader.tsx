import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PageTextPart } from "#locales/texts.ts";
import { useOnline } from "#shared/api/connection.ts";
import { leaveFirstPage, shapeStands, takeShapeAway } from "./first-shape.ts";
import { useTextParts } from "#shared/i18n/i18n.tsx";
import { importAgain } from "./import-again.ts";
import { useRetry } from "./use-retry.ts";

/** When a loading view shows, when the user is offered a retry, and when the load is given up (NET-4). */
export const loadingViewMilliseconds = 200;
export const retryMilliseconds = 60_000;
export const abandonMilliseconds = 120_000;

/** A page whose code is a chunk of its own. Once loaded it is drawn at once, on the server too. */
export interface LazyScreen {
  /** The parts of the dictionary that it brings. */
  readonly parts: readonly PageTextPart[];
  load(): Promise<ComponentType>;
  loaded(): ComponentType | null;
}

export type ScreenModule = { default: ComponentType };

export function lazyScreen(
  fetchModule: () => Promise<ScreenModule>,
  ...parts: readonly PageTextPart[]
): LazyScreen {
  const fetchAgain = importAgain(fetchModule);
  let component: ComponentType | null = null;
  let pending: Promise<ComponentType> | null = null;

  async function fetchOnce(): Promise<ComponentType> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abandoned = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the page's code did not arrive")), abandonMilliseconds);
    });
    try {
      component = (await Promise.race([fetchAgain(), abandoned])).default;
      return component;
    } finally {
      clearTimeout(timer);
      pending = null;
    }
  }

  return {
    parts,
    load: () => {
      pending ??= fetchOnce();
      return pending;
    },
    loaded: () => component,
  };
}

type Progress = "waiting" | "slow" | "failed";

/**
 * Tells how a load fares, until it is left: a failure that came quickly stays one, a late arrival still counts.
 * `lost` where it failed, and not where it is only late.
 */
export function followLoad(
  load: Promise<unknown>,
  show: (progress: Progress) => void,
  arrived: () => void,
  lost?: () => void,
): () => void {
  let left = false;
  show("waiting");
  const slow = setTimeout(() => show("slow"), loadingViewMilliseconds);
  const late = setTimeout(() => show("failed"), retryMilliseconds);
  const settle = () => {
    clearTimeout(slow);
    clearTimeout(late);
  };
  load.then(
    () => {
      settle();
      if (!left) arrived();
    },
    () => {
      settle();
      if (left) return;
      show("failed");
      lost?.();
    },
  );
  return () => {
    left = true;
    settle();
  };
}

interface Props {
  readonly screen: LazyScreen;
  readonly loadingView: ComponentType;
  readonly failedView: ComponentType<{ onRetry: () => void }>;
  /** The page itself now stands on the screen. */
  readonly onShown: () => void;
}

/**
 * Draws a page, and meanwhile nothing, then a loading view, then an error with a way to try again; a new connection
 * tries by itself.
 */
export function ScreenLoader({ screen, loadingView: LoadingView, failedView: FailedView, onShown }: Props) {
  const [, redraw] = useState(0);
  const [progress, setProgress] = useState<Progress>("waiting");
  const { attempt, retry } = useRetry();
  const online = useOnline();
  const texts = useTextParts(screen.parts);
  const fetchTexts = useRef(texts.need);
  const Screen = texts.ready ? screen.loaded() : null;
  const missing = Screen === null;

  const failures = useRef(0);
  useEffect(() => {
    if (!missing) return;
    return followLoad(
      Promise.all([screen.load(), fetchTexts.current()]),
      setProgress,
      () => redraw((count) => count + 1),
      () => {
        failures.current += 1;
        // As a second tap on "Try again" would.
        if (failures.current > 1 && online) window.location.reload();
      },
    );
  }, [screen, missing, attempt, online]);

  const failed = progress === "failed";
  useLayoutEffect(() => {
    if (!missing || failed) takeShapeAway();
  }, [missing, failed]);
  useEffect(() => leaveFirstPage, []);

  useEffect(() => {
    if (!missing) onShown();
  }, [missing, onShown]);

  if (Screen !== null) return <Screen />;
  if (failed) return <FailedView onRetry={retry} />;
  return progress === "slow" && !shapeStands() ? <LoadingView /> : null;
}
