import type { Page } from "playwright-core";

/** Records what a page copies, from its next document on, since all pages of the browser share one clipboard. */
export async function watchCopies(page: Page): Promise<() => Promise<string | undefined>> {
  await page.context().grantPermissions(["clipboard-write"]);
  await page.addInitScript(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      (window as { copied?: string }).copied = text;
    };
  });
  return () => page.evaluate(() => (window as { copied?: string }).copied);
}
