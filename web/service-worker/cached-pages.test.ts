import { expect, it, vi } from "vitest";
import { cachePage } from "./cached-pages.ts";

/** A cache of the browser, of which the first document arrives only when `release` is called. */
function stubBrowser() {
  const stored = new Map<string, Response>();
  let release = (): void => {};
  const delayed = new Promise<void>((resolve) => {
    release = resolve;
  });
  let fetches = 0;
  vi.stubGlobal("fetch", async () => {
    fetches += 1;
    if (fetches === 1) await delayed;
    return new Response('<script src="/assets/app.js">');
  });
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async (path: string) => stored.get(path),
      add: async (path: string) => void stored.set(path, new Response()),
      put: async (path: string, response: Response) => void stored.set(path, response),
      delete: async (url: string) => stored.delete(new URL(url).pathname),
      keys: async () => [...stored.keys()].map((path) => ({ url: `https://example.com${path}` })),
    }),
  });
  return { stored, release };
}

it("[CASH-4] keeps the files of a later request that only it names, also if an earlier request takes longer", async () => {
  const { stored, release } = stubBrowser();
  const earlier = cachePage({ cachePage: "/pages/cash/cash", assets: ["/assets/app.js"] });
  const later = cachePage({
    cachePage: "/pages/cash/cash",
    assets: ["/assets/app.js", "/assets/reader.wasm"],
  });
  // Without an order, the later request has ended by now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  release();
  await Promise.all([earlier, later]);
  expect([...stored.keys()].sort()).toEqual(["/assets/app.js", "/assets/reader.wasm", "/pages/cash/cash"]);
});
