import type { Page } from "playwright-core";

/** What a page copied last, from its next document on; the clipboard itself is shared by all pages of this browser. */
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
