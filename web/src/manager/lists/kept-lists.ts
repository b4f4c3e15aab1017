import { onSessionCleared } from "#shared/session/session-storage.ts";

/** What a list that was left needs to stand again as it stood. */
export interface KeptList {
  readonly visit: string;
  /** Whose list, and of what: a visit's id alone must not show one person's rows to another. */
  readonly name: string;
  readonly pages: unknown;
  readonly heights: readonly number[];
  readonly scrollY: number;
}

const slot = "reposo.lists";
/** A way back leads through few lists. */
const keptAtMost = 3;
/** Characters; a browser's storage for a tab ends somewhere above. */
const storedAtMost = 4_000_000;

let kept: KeptList[] | null = null;

function all(): KeptList[] {
  if (kept !== null) return kept;
  try {
    kept = JSON.parse(window.sessionStorage.getItem(slot) ?? "[]") as KeptList[];
  } catch {
    kept = [];
  }
  // Another page of ours takes this one's place when a chair is opened; memory is enough until then.
  window.addEventListener("pagehide", store);
  return kept;
}

const keepers = new Set<() => void>();

/** A list that stands on the screen when the page itself is left keeps itself first; returns how to stop. */
export function keepBeforeLeaving(keep: () => void): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

function store(): void {
  for (const keep of keepers) keep();
  try {
    const text = JSON.stringify(all());
    if (text.length <= storedAtMost) window.sessionStorage.setItem(slot, text);
    else window.sessionStorage.removeItem(slot);
  } catch {
    // Storage refused or full: the list begins at its top again.
  }
}

export function keepList(list: KeptList): void {
  kept = [list, ...all().filter(({ visit }) => visit !== list.visit)].slice(0, keptAtMost);
}

export const readKeptList = (visit: string, name: string): KeptList | null =>
  all().find((list) => list.visit === visit && list.name === name) ?? null;

onSessionCleared(() => {
  kept = [];
  try {
    window.sessionStorage.removeItem(slot);
  } catch {
    // Nothing was stored where nothing can be.
  }
});
