import { type ComponentType, useEffect, useLayoutEffect } from "react";
import { endEarlyClaims } from "#shared/api/early-calls.ts";
import { type LazyComponent, useLoad } from "./lazy-component.tsx";

/** The server's outline of a page that only the browser draws; it stays until the page can be shown. */
const outlineId = "page-outline";

const hasOutline = (): boolean => document.getElementById(outlineId) !== null;

const removeOutline = (): void => document.getElementById(outlineId)?.remove();

/** From the second page on, skeletons are shown after a short delay instead of immediately. */
function leaveFirstPage(): void {
  delete document.documentElement.dataset.outline;
}

interface Props {
  readonly page: LazyComponent;
  readonly loadingView: ComponentType;
  readonly failedView: ComponentType<{ onRetry: () => void }>;
  readonly onShown: () => void;
}

/** Renders a page; while it loads, first nothing, then a loading view, then an error with a retry. */
export function LazyPage({ page, loadingView: LoadingView, failedView: FailedView, onShown }: Props) {
  const { Component: Page, progress, retry } = useLoad(page, true);
  const missing = Page === null;
  const failed = progress === "failed";
  useLayoutEffect(() => {
    if (!missing || failed) removeOutline();
  }, [missing, failed]);
  useEffect(() => leaveFirstPage, []);
  useEffect(() => {
    if (missing) return;
    endEarlyClaims();
    onShown();
  }, [missing, onShown]);

  if (Page !== null) return <Page />;
  if (failed) return <FailedView onRetry={retry} />;
  return progress === "slow" && !hasOutline() ? <LoadingView /> : null;
}
