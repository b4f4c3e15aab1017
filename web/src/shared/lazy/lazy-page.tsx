import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { endEarlyClaims } from "#shared/api/early-calls.ts";
import { readEarlyInput } from "#shared/app/early-input.ts";
import { removeStartFailed } from "#shared/app/start-failed.tsx";
import { type LazyComponent, useLoad } from "./lazy-component.tsx";

/**
 * ID of the placeholder that the server renders for a page that only the browser renders. It is shown until the page or
 * an error can be shown.
 */
const outlineId = "page-outline";

const outline = (): HTMLElement | null => document.getElementById(outlineId);

/**
 * Removes the document's attribute `data-outline`, with which the skeletons of the first page are shown immediately.
 * Those of later pages are shown after a short delay.
 */
function leaveFirstPage(): void {
  delete document.documentElement.dataset.outline;
}

/**
 * Takes over what the user has done on the server's markup of the first page, once the app shows that page. `hidesMarkup`
 * is whether the page or an error replaces the markup.
 */
function useEarlyInput(missing: boolean, hidesMarkup: boolean): void {
  const repeat = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (!hidesMarkup) return;
    if (window.earlyTap !== null) repeat.current ??= readEarlyInput(outline() ?? document);
    outline()?.remove();
  }, [hidesMarkup]);
  useEffect(() => {
    if (missing) return;
    removeStartFailed();
    // React applies the changes of an event immediately only outside of effects.
    if (repeat.current !== null) queueMicrotask(repeat.current);
    repeat.current = null;
  }, [missing]);
}

interface Props {
  readonly page: LazyComponent;
  readonly loadingView: ComponentType;
  readonly failedView: ComponentType<{ onRetry: () => void }>;
  readonly onShown: () => void;
}

/**
 * Renders a page. While the page's code loads, shows the server's placeholder, or first nothing and then a loading
 * view. After a failure, shows an error with a retry.
 */
export function LazyPage({ page, loadingView: LoadingView, failedView: FailedView, onShown }: Props) {
  const { Component: Page, progress, retry } = useLoad(page, true);
  const missing = Page === null;
  const failed = progress === "failed";
  useEarlyInput(missing, !missing || failed);
  useEffect(() => leaveFirstPage, []);
  useEffect(() => {
    if (missing) return;
    endEarlyClaims();
    onShown();
  }, [missing, onShown]);

  if (Page !== null) return <Page />;
  if (failed) return <FailedView onRetry={retry} />;
  return progress === "slow" && outline() === null ? <LoadingView /> : null;
}
