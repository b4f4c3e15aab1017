/**
 * While sheets are open, the browser's history has an entry above that of the page, so that Back closes the topmost
 * sheet instead of leaving the page.
 */
interface SheetState {
  readonly isSheet?: true;
}

/** Time without a `popstate` event after which the browser is assumed to have ignored the traversal. */
const traversalMilliseconds = 2_000;

/** The functions that close the open sheets, the topmost last. */
const openSheets: (() => void)[] = [];
/** Called when the browser has gone back to the entry of the page; null unless it is going back. */
let pending: (() => void)[] | null = null;
let timeout: ReturnType<typeof setTimeout> | undefined;
/** Whether another document is loading. A change of the history would cancel that navigation. */
let isLeaving = false;
/** Replaces the entry of the page when the browser goes back to it. */
let replacement: { readonly href: string; readonly state: object } | null = null;

export const isOverSheets = (): boolean => (window.history.state as SheetState | null)?.isSheet === true;
export const isTraversing = (): boolean => pending !== null;

function goBack(...runs: (() => void)[]): void {
  pending = runs;
  timeout = setTimeout(settle, traversalMilliseconds);
  window.history.back();
}

function settle(): void {
  clearTimeout(timeout);
  const runs = pending ?? [];
  pending = null;
  for (const run of runs) run();
  schedule();
}

/** Updates the history after React's update, so that a sheet that replaces another one keeps the history entry. */
function schedule(): void {
  setTimeout(reconcile, 0);
}

function reconcile(): void {
  const needsEntry = openSheets.length > 0;
  if (isTraversing() || isLeaving || needsEntry === isOverSheets()) return;
  if (!needsEntry) return goBack();
  try {
    window.history.pushState({ ...(window.history.state as object | null), isSheet: true }, "");
  } catch {
    // Browsers limit the rate of history updates. Without the entry, Back leaves the page.
  }
}

function handlePopState(): void {
  if (replacement !== null && !isOverSheets()) {
    window.history.replaceState(replacement.state, "", replacement.href);
    replacement = null;
  }
  if (isTraversing()) return settle();
  if (!isOverSheets()) openSheets[openSheets.length - 1]?.();
  schedule();
}

/**
 * Starts to handle Back for sheets. Called once before the first rendering, because its listener must replace the
 * address of an entry before the router's listener reads it.
 */
export function startSheetHistory(): void {
  window.addEventListener("popstate", handlePopState, true);
  // Back from another document may restore this one from the back-forward cache.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    schedule();
  });
  // After a reload, no sheet is open.
  schedule();
}

/** Adds an open sheet, which `close` must close. Returns a function that removes it. */
export function enterSheet(close: () => void): () => void {
  openSheets.push(close);
  schedule();
  return () => {
    openSheets.splice(openSheets.indexOf(close), 1);
    schedule();
  };
}

/** Calls `run` immediately, or if sheets are open, after the browser has gone back to the entry of the page. */
export function afterSheets(run: () => void): void {
  if (!isTraversing() && !isOverSheets()) return run();
  if (pending === null) goBack(run);
  else pending.push(run);
}

/** Goes back to the entry of the page, and then calls `leave`, which navigates to another document. */
export function leaveAfterSheets(leave: () => void): void {
  afterSheets(() => {
    isLeaving = true;
    leave();
  });
}

/** Replaces the page's address while sheets are open: that of the current entry now, and that of the page's own entry later. */
export function replaceUnderSheets(
  href: string,
  state: object,
  replace: (href: string, state: object) => void,
): void {
  replacement = { href, state };
  replace(href, { ...state, isSheet: true });
}
