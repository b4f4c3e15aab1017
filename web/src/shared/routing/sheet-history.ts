/** An open sheet has its own history entry, so that Back closes the sheet and not the page. */
interface OpenSheet {
  readonly onBack: () => void;
}

interface SheetState {
  /** The number of open sheets in this history entry. */
  readonly sheets?: number;
}

/** If no `popstate` event occurs within this time, the browser has ignored the traversal. */
const traversalMilliseconds = 2_000;

const openSheets: OpenSheet[] = [];
let traversal: ReturnType<typeof setTimeout> | null = null;
let pending: (() => void)[] = [];
/** Another document is loading: a change of the history would cancel it. */
let isLeaving = false;
/** The pending replacement of the page's entry, applied after the entries of its sheets are left. */
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

/** Runs after React's update, so that a sheet that replaces another one reuses its history entry. */
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
    // Browsers limit history updates: Back then leaves the page.
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
  for (const { onBack } of openSheets.slice(current).reverse()) onBack();
  schedule();
}

/** Called once before the first rendering: its listener must run before the router's. */
export function startSheetHistory(): void {
  window.addEventListener("popstate", handlePopState, true);
  // Back from the other document restores this one.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    schedule();
  });
  if (isOverSheets()) schedule();
}

/** Adds an entry for an open sheet; `onBack` closes the sheet. Returns how to remove the entry. */
export function enterSheet(onBack: () => void): () => void {
  const sheet: OpenSheet = { onBack };
  openSheets.push(sheet);
  schedule();
  return () => {
    openSheets.splice(openSheets.indexOf(sheet), 1);
    schedule();
  };
}

/** Runs immediately, or after the entries of open sheets are left. */
export function afterSheets(run: () => void): void {
  const current = sheetsInEntry();
  if (!isTraversing() && current === 0) return run();
  pending.push(run);
  if (!isTraversing()) traverse(-current);
}

/** Closes the sheets' history entries before a navigation to another document. */
export function leaveAfterSheets(leave: () => void): void {
  afterSheets(() => {
    isLeaving = true;
    leave();
  });
}

/** Replaces the page's entry under open sheets: applied when their entries are left. */
export function replaceUnderSheets(
  href: string,
  state: object,
  replace: (href: string, state: object) => void,
): void {
  pageEntry = { href, state };
  replace(href, { ...state, sheets: sheetsInEntry() });
}
