import type { Locator, Page } from "playwright-core";

const toastSelector = "#app > [role=status]:last-child > p";

export const toastOf = (page: Page): Locator => page.locator(toastSelector);

/** Records every toast of the current document, including those that disappear early. */
export async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const host = document.querySelector("#app > [role=status]:last-child");
    if (host === null) throw new Error("the page has no region for toasts");
    const seen: string[] = [];
    (window as { toastsSeen?: string[] }).toastsSeen = seen;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node.textContent) seen.push(node.textContent);
      }
    }).observe(host, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as { toastsSeen?: string[] }).toastsSeen ?? []);
}

export interface SeenToast {
  readonly text: string;
  /** Path of the page that showed the toast. */
  readonly path: string;
  /** Null if the toast is still shown, or was still shown when the browser left its document. */
  readonly shownMilliseconds: number | null;
}

/** A toast is shown for 2 s; the difference allows for a late drawing and recording on a busy machine. */
export const minShownMilliseconds = 1_500;

/** Records every toast of this tab, starting with its next document and including later documents. */
export async function recordToasts(page: Page): Promise<() => Promise<SeenToast[]>> {
  await page.addInitScript(() => {
    const slot = "e2e.toasts";
    const selector = "#app > [role=status]:last-child > p";
    const read = () => JSON.parse(sessionStorage.getItem(slot) ?? "[]") as object[];
    const shown = new Map<Node, { index: number; since: number }>();
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof Element) || !node.matches(selector)) continue;
          const all = read();
          shown.set(node, { index: all.length, since: performance.now() });
          all.push({ text: node.textContent, path: location.pathname, shownMilliseconds: null });
          sessionStorage.setItem(slot, JSON.stringify(all));
        }
        for (const node of removedNodes) {
          const toast = shown.get(node);
          if (toast === undefined) continue;
          const all = read();
          Object.assign(all[toast.index] ?? {}, { shownMilliseconds: performance.now() - toast.since });
          sessionStorage.setItem(slot, JSON.stringify(all));
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem("e2e.toasts") ?? "[]") as SeenToast[]);
}
