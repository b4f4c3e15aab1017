import type { Page } from "playwright-core";

/**
 * Records the text that a page copies, starting with its next document. Tests do not read the clipboard itself, because
 * all pages of the browser share it.
 */
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
