import { type FunctionComponent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { PageTextPart } from "#locales/texts.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText, useTextParts } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { lazyModule } from "./lazy-module.ts";

/** When a loading view shows, and when the user is offered a retry (NET-4). */
export const loadingViewMilliseconds = 200;
export const retryMilliseconds = 60_000;

/** Time after which the first view has settled on a slow phone. */
const idleMilliseconds = 2_500;

/** A page, section, or sheet whose code is a separate file. Once loaded, it is rendered immediately, also on the server. */
export interface LazyComponent<P = object> {
  readonly texts: readonly PageTextPart[];
  load(): Promise<FunctionComponent<P>>;
  loaded(): FunctionComponent<P> | null;
}

export interface ComponentModule<P = object> {
  readonly default: FunctionComponent<P>;
}

export function lazyComponent<P = object>(
  fetchModule: () => Promise<ComponentModule<P>>,
  ...texts: readonly PageTextPart[]
): LazyComponent<P> {
  const module = lazyModule(fetchModule);
  return {
    texts,
    load: async () => (await module.load()).default,
    loaded: () => module.loaded()?.default ?? null,
  };
}

/** Loads the code when the page has settled, so that a tap need not wait for it; returns a function that cancels. */
export function preloadWhenIdle<P>(lazy: LazyComponent<P>): () => void {
  // A failure is reported when the user taps, which loads the code again.
  const timer = setTimeout(() => void lazy.load().catch(() => undefined), idleMilliseconds);
  return () => clearTimeout(timer);
}

export function usePreload<P>(lazy: LazyComponent<P>): void {
  useEffect(() => preloadWhenIdle(lazy), [lazy]);
}

/** The component, or null until its code and its texts have loaded. */
export function useLoaded<P>(lazy: LazyComponent<P>): {
  readonly Component: FunctionComponent<P> | null;
  readonly load: () => Promise<void>;
} {
  const [, redraw] = useState(0);
  const texts = useTextParts(lazy.texts);
  const loadTexts = useRef(texts.need);
  const load = useCallback(async () => {
    await Promise.all([lazy.load(), loadTexts.current()]);
    redraw((count) => count + 1);
  }, [lazy]);
  return { Component: texts.ready ? lazy.loaded() : null, load };
}

export type LoadProgress = "waiting" | "slow" | "failed";

/** Reports the progress of a load. A late success still counts; `onLost` is called if the load fails, not if it is late. */
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

/** A second failure may be due to a new release or a cached failure, which only a reload resolves. */
function reloadPageAfter(failures: number, online: boolean): boolean {
  const reloads = failures > 1 && online;
  if (reloads) window.location.reload();
  return reloads;
}

/** Loads a component while it is missing, again when the connection returns, and at the user's request. */
export function useLoad<P>(
  lazy: LazyComponent<P>,
  /** Reloads the page after repeated failures without a request of the user: nothing else is on the page. */
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
      if (reloadsPage) reloadPageAfter(failures.current, online);
    });
  }, [load, missing, retries, online, reloadsPage]);
  const retry = () => {
    if (!reloadPageAfter(failures.current, online)) setRetries(retries + 1);
  };
  return { Component, progress, retry };
}

interface SectionProps<P> {
  readonly of: LazyComponent<P>;
  readonly props: P;
  /** Reserves the section's space until it has loaded. */
  readonly placeholder?: ReactNode;
}

/** A section of a page that most visits do not need; it loads after the page and reports a failure with a retry. */
export function LazySection<P extends object>({
  of,
  props,
  placeholder = <Skeleton shape="card" />,
  failedTitle,
}: SectionProps<P> & { readonly failedTitle?: string }) {
  const { pageFailed, pageFailedText, tryAgain } = useText("shared");
  const { Component, progress, retry } = useLoad(of);
  if (Component !== null) return <Component {...props} />;
  if (progress !== "failed") return placeholder;
  return (
    <Notice
      kind="error"
      title={failedTitle ?? pageFailed}
      text={pageFailedText}
      action={
        <Button variant="quiet" onClick={retry}>
          {tryAgain}
        </Button>
      }
    />
  );
}

/** A section that the page works without: a failure is not shown, and the load is retried automatically. */
export function OptionalSection<P extends object>({ of, props, placeholder = null }: SectionProps<P>) {
  const { Component, load } = useLoaded(of);
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const missing = Component === null;
  useEffect(() => {
    // A new connection restarts the attempts.
    if (missing) return retryUntilLoaded(load, () => setFailed(true));
  }, [load, missing, online]);
  if (Component !== null) return <Component {...props} />;
  return failed ? null : placeholder;
}

/** A sheet that a tap opens. A failure shows a toast; after a second one the page is reloaded. */
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
      if (!reloadPageAfter(failures.current, online)) showToast(networkFailed, "error");
    });
  }, [load, isLoading, networkFailed, online]);
  return { Sheet, isOpen, isLoading, open: () => setOpen(true), close: () => setOpen(false) };
}

export const firstDelayMilliseconds = 3_000;
/** Limits the requests for a file that stays missing. */
export const maxAttempts = 8;

/** Retries a load with exponential backoff, at most `maxAttempts` times; returns a function that cancels. */
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
