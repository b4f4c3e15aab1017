import { type ComponentType, useEffect, useLayoutEffect } from "react";
import { endEarlyClaims } from "#shared/api/early-calls.ts";
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
  useLayoutEffect(() => {
    if (!missing || failed) outline()?.remove();
  }, [missing, failed]);
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
