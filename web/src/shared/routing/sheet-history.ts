interface SheetState {
  /** The number of sheets that are open in this history entry. */
  readonly sheets?: number;
}

/** Time without a `popstate` event after which the browser is assumed to have ignored the traversal. */
const traversalMilliseconds = 2_000;

/**
 * The functions that close the open sheets. Each sheet has its own history entry, so that Back closes the sheet instead
 * of leaving the page.
 */
const openSheets: (() => void)[] = [];
/** Timeout of the current traversal of the history; null if there is none. */
let traversal: ReturnType<typeof setTimeout> | null = null;
/** Functions to call after the traversal. */
let pending: (() => void)[] = [];
/** Whether another document is loading. A change of the history would cancel that navigation. */
let isLeaving = false;
/**
 * Pending replacement of the page's history entry, which is applied when the browser returns from the entries of its
 * sheets.
 */
let pageEntry: { readonly href: string; readonly state: object } | null = null;

const sheetsInEntry = (): number => (window.history.state as SheetState | null)?.sheets ?? 0;

export const isOverSheets = (): boolean => sheetsInEntry() > 0;
export const isTraversing = (): boolean => traversal !== null;

function traverse(entries: number): void {
  traversal = setTimeout(settle, traversalMilliseconds);
  window.history.go(entries);
}

function settle(): void {
  if (traversal !== null) clearTimeout(traversal);
  traversal = null;
  const runs = pending;
  pending = [];
  for (const run of runs) run();
  schedule();
}

/** Updates the history after React's update, so that a sheet that replaces another one reuses its history entry. */
function schedule(): void {
  setTimeout(reconcile, 0);
}

function reconcile(): void {
  if (isTraversing() || isLeaving) return;
  const current = sheetsInEntry();
  if (current > openSheets.length) return traverse(openSheets.length - current);
  try {
    for (let sheets = current + 1; sheets <= openSheets.length; sheets += 1)
      window.history.pushState({ ...(window.history.state as object | null), sheets }, "");
  } catch {
    // Browsers limit the rate of history updates. Without the entry, Back leaves the page.
  }
}

function handlePopState(): void {
  const current = sheetsInEntry();
  if (pageEntry !== null) {
    const { href, state } = pageEntry;
    window.history.replaceState(current > 0 ? { ...state, sheets: current } : state, "", href);
    if (current === 0) pageEntry = null;
  }
  if (isTraversing()) return settle();
  for (const close of openSheets.slice(current).reverse()) close();
  schedule();
}

/**
 * Starts to handle Back for sheets. Called once before the first rendering, because its listener must run before the
 * router's.
 */
export function startSheetHistory(): void {
  window.addEventListener("popstate", handlePopState, true);
  // Back from another document may restore this one from the back-forward cache.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    schedule();
  });
  if (isOverSheets()) schedule();
}

/** Adds a history entry for an open sheet, which `close` must close. Returns a function that removes the entry. */
export function enterSheet(close: () => void): () => void {
  openSheets.push(close);
  schedule();
  return () => {
    openSheets.splice(openSheets.indexOf(close), 1);
    schedule();
  };
}

/** Calls `run` immediately, or if sheets are open, after the browser has gone back over their history entries. */
export function afterSheets(run: () => void): void {
  const current = sheetsInEntry();
  if (!isTraversing() && current === 0) return run();
  pending.push(run);
  if (!isTraversing()) traverse(-current);
}

/** Goes back over the history entries of open sheets, and then calls `leave`, which navigates to another document. */
export function leaveAfterSheets(leave: () => void): void {
  afterSheets(() => {
    isLeaving = true;
    leave();
  });
}

/**
 * Replaces the page's address while sheets are open. The page's own history entry is updated later, when the browser
 * goes back to it.
 */
export function replaceUnderSheets(
  href: string,
  state: object,
  replace: (href: string, state: object) => void,
): void {
  pageEntry = { href, state };
  replace(href, { ...state, sheets: sheetsInEntry() });
}
