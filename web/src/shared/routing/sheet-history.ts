/**
 * An open sheet has an entry of its own in the history, so that Back closes the sheet and not the page. The entry of a
 * sheet that was closed otherwise is left at once; one that Forward or a reload returns to is left as well.
 */
interface OpenSheet {
  readonly onBack: () => void;
}

interface SheetState {
  /** How many sheets lie over the page in this entry of the history. */
  readonly sheets?: number;
}

/** A traversal that the browser has not made after this long is not made at all. */
const traversalMilliseconds = 2_000;

const openSheets: OpenSheet[] = [];
let traversal: ReturnType<typeof setTimeout> | null = null;
let pending: (() => void)[] = [];
/** Another document is on its way: an entry added or left now would take its place. */
let isLeaving = false;
/** What the page's own entry has to become once the entries of its sheets are left. */
let pageEntry: { readonly href: string; readonly state: object } | null = null;

const sheetsHere = (): number => (window.history.state as SheetState | null)?.sheets ?? 0;

export const isOverSheets = (): boolean => sheetsHere() > 0;
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

/** After React has drawn what changed: a sheet that another one replaces keeps the entry. */
function schedule(): void {
  setTimeout(reconcile, 0);
}

function reconcile(): void {
  if (isTraversing() || isLeaving) return;
  const here = sheetsHere();
  if (here > openSheets.length) return traverse(openSheets.length - here);
  try {
    for (let sheets = here + 1; sheets <= openSheets.length; sheets += 1)
      window.history.pushState({ ...(window.history.state as object | null), sheets }, "");
  } catch {
    // Browsers limit how often a page may write to its history: Back then leaves the page.
  }
}

function handlePopState(): void {
  const here = sheetsHere();
  if (pageEntry !== null) {
    const { href, state } = pageEntry;
    window.history.replaceState(here > 0 ? { ...state, sheets: here } : state, "", href);
    if (here === 0) pageEntry = null;
  }
  if (isTraversing()) return settle();
  for (const { onBack } of openSheets.slice(here).reverse()) onBack();
  schedule();
}

/** To be called once, before the page is drawn: its listener must run before those of the router. */
export function startSheetHistory(): void {
  window.addEventListener("popstate", handlePopState, true);
  // Back from the other document shows this one again as it was.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    schedule();
  });
  if (isOverSheets()) schedule();
}

/** Adds an entry for a sheet that opened; `onBack` closes it. Returns how to remove the entry again. */
export function enterSheet(onBack: () => void): () => void {
  const sheet: OpenSheet = { onBack };
  openSheets.push(sheet);
  schedule();
  return () => {
    openSheets.splice(openSheets.indexOf(sheet), 1);
    schedule();
  };
}

/** Runs at once, or as soon as the entries of sheets over the page are left. */
export function afterSheets(run: () => void): void {
  const here = sheetsHere();
  if (!isTraversing() && here === 0) return run();
  pending.push(run);
  if (!isTraversing()) traverse(-here);
}

/** The same for what leads to another document. */
export function leaveAfterSheets(leave: () => void): void {
  afterSheets(() => {
    isLeaving = true;
    leave();
  });
}

/** Replaces the page's entry although sheets lie over it: the page's own follows when they are left. */
export function replaceUnderSheets(
  href: string,
  state: object,
  replace: (href: string, state: object) => void,
): void {
  pageEntry = { href, state };
  replace(href, { ...state, sheets: sheetsHere() });
}
