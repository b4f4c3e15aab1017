import type { Page } from "playwright-core";

/** Notes every toast from now on, also one that is gone before anyone looks; ends with the page's document. */
export async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const host = document.querySelector("#app > [role=status]:last-child");
    if (host === null) throw new Error("the page has no place for toasts");
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
