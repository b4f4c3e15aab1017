import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LazyPage } from "#shared/lazy/lazy-page.ts";
import { readEarlyInput } from "./early-input.ts";
import { LoadingView } from "./loading-view.tsx";
import { pageOutline, PageNotLoaded } from "./page-not-loaded.tsx";
import { removeStartFailed } from "./start-failed.tsx";

interface Props {
  readonly page: LazyPage;
  readonly onShown: () => void;
}

/** Delays after which a page whose code is loading shows a skeleton, and after which it offers a reload (NET-4). */
const skeletonMilliseconds = 200;
const reloadMilliseconds = 60_000;

/** Renders a page. While its code loads, shows the outline of the document, or first nothing and then a skeleton. */
export function PageView({ page, onShown }: Props) {
  const [Page, setPage] = useState(page.loaded);
  const [progress, setProgress] = useState<"waiting" | "slow" | "failed">("waiting");
  const isMissing = Page === null;
  useEffect(() => {
    if (!isMissing) return;
    const slow = setTimeout(() => setProgress("slow"), skeletonMilliseconds);
    const late = setTimeout(() => setProgress("failed"), reloadMilliseconds);
    page.load().then(
      (loaded) => setPage(() => loaded),
      () => setProgress("failed"),
    );
    return () => {
      clearTimeout(slow);
      clearTimeout(late);
    };
  }, [page, isMissing]);
  useEffect(() => leaveFirstPage, []);

  if (Page !== null) return <ShownPage Page={Page} onShown={onShown} />;
  if (progress === "failed") return <PageNotLoaded />;
  return progress === "slow" && pageOutline() === null ? <LoadingView /> : null;
}

/**
 * Removes the document's attribute `data-outline`, with which the skeletons of the first page are shown immediately.
 * Those of later pages are shown after a short delay.
 */
function leaveFirstPage(): void {
  delete document.documentElement.dataset.outline;
}

function ShownPage({ Page, onShown }: { Page: ComponentType; onShown: () => void }) {
  useEarlyInput();
  useEffect(onShown, [onShown]);
  return <Page />;
}

/** Takes over what the user has done on the server's markup of the first page. */
function useEarlyInput(): void {
  const repeat = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    // `earlyTap` is null once the app handles taps, so later pages have no early input.
    if (window.earlyTap !== null) repeat.current ??= readEarlyInput();
    pageOutline()?.remove();
  }, []);
  useEffect(() => {
    removeStartFailed();
    // React applies the changes of an event immediately only outside of effects.
    if (repeat.current !== null) queueMicrotask(repeat.current);
    repeat.current = null;
  }, []);
}
