import { type FunctionComponent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { lazyModule } from "./lazy-module.ts";

/** Delays after which the loading view is shown, and after which a retry is offered (NET-4). */
export const loadingViewMilliseconds = 200;
export const retryMilliseconds = 60_000;

/** Delay of prefetches and background tasks: the time after which the first view is complete on a slow phone. */
export const idleMilliseconds = 2_500;

/**
 * A page, section, or sheet whose code is a separate file. Once its code has loaded, it is rendered without a delay,
 * also on the server.
 */
export interface LazyComponent<P = object> {
  /** Loads the code. Concurrent calls share one import; after a failure, the next call retries it. */
  load(): Promise<FunctionComponent<P>>;
  /** Returns the component; null until its code has loaded. */
  loaded(): FunctionComponent<P> | null;
}

export interface ComponentModule<P = object> {
  readonly default: FunctionComponent<P>;
}

export function lazyComponent<P = object>(fetchModule: () => Promise<ComponentModule<P>>): LazyComponent<P> {
  const module = lazyModule(fetchModule);
  return {
    load: async () => (await module.load()).default,
    loaded: () => module.loaded()?.default ?? null,
  };
}

/** A component whose code is loaded, on the server and in the entry chunk. */
export const loadedComponent = (component: FunctionComponent): LazyComponent => ({
  load: async () => component,
  loaded: () => component,
});

/**
 * Prefetches the code after the first view, so that a tap does not wait for it. Returns a function that cancels the
 * prefetch.
 */
export function preloadWhenIdle<P>(lazy: LazyComponent<P>): () => void {
  // A failure is ignored here: the user's tap loads the code again and reports a failure.
  const timer = setTimeout(() => void lazy.load().catch(() => undefined), idleMilliseconds);
  return () => clearTimeout(timer);
}

export function usePreload<P>(lazy: LazyComponent<P>): void {
  useEffect(() => preloadWhenIdle(lazy), [lazy]);
}

/** Returns the component, which is null until its code has loaded, and a function that loads it. */
export function useLoaded<P>(lazy: LazyComponent<P>): {
  readonly Component: FunctionComponent<P> | null;
  readonly load: () => Promise<void>;
} {
  const [, redraw] = useState(0);
  const load = useCallback(async () => {
    await lazy.load();
    redraw((count) => count + 1);
  }, [lazy]);
  return { Component: lazy.loaded(), load };
}

/**
 * Progress of a load that has not succeeded. It is `slow` after `loadingViewMilliseconds`, and `failed` after a failure
 * or after `retryMilliseconds`.
 */
export type LoadProgress = "waiting" | "slow" | "failed";

/**
 * Reports the progress of a load, and returns a function that cancels the reports. A load that takes longer than
 * `retryMilliseconds` is reported as failed, but its success still calls `onLoaded`. `onLost` is called only if the
 * load itself fails.
 */
export function observeLoad(
  load: Promise<unknown>,
  onProgress: (progress: LoadProgress) => void,
  onLoaded?: () => void,
  onLost?: () => void,
): () => void {
  let cancelled = false;
  onProgress("waiting");
  const slow = setTimeout(() => onProgress("slow"), loadingViewMilliseconds);
  const late = setTimeout(() => onProgress("failed"), retryMilliseconds);
  const settle = () => {
    clearTimeout(slow);
    clearTimeout(late);
  };
  load.then(
    () => {
      settle();
      if (!cancelled) onLoaded?.();
    },
    () => {
      settle();
      if (cancelled) return;
      onProgress("failed");
      onLost?.();
    },
  );
  return () => {
    cancelled = true;
    settle();
  };
}

/**
 * Reloads the page if at least two loads have failed and the browser is online. Returns whether it does. The cause may
 * be a new release, after which the server no longer has a script of a tab that was opened before it, or a failure that
 * the browser has cached. Only a reload resolves either.
 */
function reloadAfterFailures(failures: number, online: boolean): boolean {
  const reloads = failures > 1 && online;
  if (reloads) window.location.reload();
  return reloads;
}

/**
 * Loads a component. A failed load is retried when the browser is online again, and when `retry` is called. After two
 * failures, `retry` reloads the page if the browser is online; with `reloadsPage`, the page reloads without a call.
 */
export function useLoad<P>(
  lazy: LazyComponent<P>,
  /** Whether to reload the page automatically after repeated failures, because it shows nothing else. */
  reloadsPage?: true,
): {
  readonly Component: FunctionComponent<P> | null;
  readonly progress: LoadProgress;
  readonly retry: () => void;
} {
  const { Component, load } = useLoaded(lazy);
  const [progress, setProgress] = useState<LoadProgress>("waiting");
  const [retries, setRetries] = useState(0);
  const failures = useRef(0);
  const online = useOnline();
  const missing = Component === null;
  useEffect(() => {
    if (!missing) return;
    return observeLoad(load(), setProgress, undefined, () => {
      failures.current += 1;
      if (reloadsPage) reloadAfterFailures(failures.current, online);
    });
  }, [load, missing, retries, online, reloadsPage]);
  const retry = () => {
    if (!reloadAfterFailures(failures.current, online)) setRetries(retries + 1);
  };
  return { Component, progress, retry };
}

interface SectionProps<P> {
  readonly of: LazyComponent<P>;
  readonly props: P;
  /** Reserves the section's space until it has loaded. */
  readonly placeholder?: ReactNode;
}

/** A section that is loaded after the page. If the load fails, the section shows an error with a retry button. */
export function LazySection<P extends object>({
  of,
  props,
  placeholder = <Skeleton shape="card" />,
}: SectionProps<P>) {
  const { pageFailed, pageFailedText, tryAgain } = useText("shared");
  const { Component, progress, retry } = useLoad(of);
  if (Component !== null) return <Component {...props} />;
  if (progress !== "failed") return placeholder;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      text={pageFailedText}
      action={
        <Button variant="quiet" onClick={retry}>
          {tryAgain}
        </Button>
      }
    />
  );
}

/** A section without which the page is usable. A failed load is not shown, and is retried automatically. */
export function OptionalSection<P extends object>({ of, props, placeholder = null }: SectionProps<P>) {
  const { Component, load } = useLoaded(of);
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const missing = Component === null;
  useEffect(() => {
    // When the browser goes online, the attempts start again.
    if (missing) return retryUntilLoaded(load, () => setFailed(true));
  }, [load, missing, online]);
  if (Component !== null) return <Component {...props} />;
  return failed ? null : placeholder;
}

/**
 * Returns a sheet whose code is prefetched, or loaded by `open`. A failed load shows a toast; a second failure reloads
 * the page instead if the browser is online.
 */
export function useLazySheet<P>(lazy: LazyComponent<P>): {
  readonly Sheet: FunctionComponent<P> | null;
  readonly isOpen: boolean;
  readonly isLoading: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const { networkFailed } = useText("shared");
  const { Component: Sheet, load } = useLoaded(lazy);
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const failures = useRef(0);
  usePreload(lazy);
  const isLoading = isOpen && Sheet === null;
  useEffect(() => {
    if (!isLoading) return;
    return observeLoad(load(), (progress) => {
      if (progress !== "failed") return;
      setOpen(false);
      failures.current += 1;
      if (!reloadAfterFailures(failures.current, online)) showToast(networkFailed, "error");
    });
  }, [load, isLoading, networkFailed, online]);
  return { Sheet, isOpen, isLoading, open: () => setOpen(true), close: () => setOpen(false) };
}

export const firstDelayMilliseconds = 3_000;
/** Limits the requests for a file that is permanently missing. */
export const maxAttempts = 8;

/**
 * Loads with up to `maxAttempts` attempts and exponential back-off, and calls `onFailed` after each failed one. Returns
 * a function that cancels.
 */
export function retryUntilLoaded(load: () => Promise<void>, onFailed: () => void): () => void {
  let cancelled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function attempt(number: number): void {
    load().catch(() => {
      if (cancelled) return;
      onFailed();
      if (number < maxAttempts)
        timer = setTimeout(() => attempt(number + 1), firstDelayMilliseconds * 2 ** (number - 1));
    });
  }
  attempt(1);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}
