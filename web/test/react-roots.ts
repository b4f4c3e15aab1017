import { createRequire } from "node:module";
import type { Root } from "react-dom/client";
import type * as ReactDomClient from "react-dom/client";
import { openWindow } from "./browser-window.ts";

type Client = { -readonly [N in "createRoot" | "hydrateRoot"]: (typeof ReactDomClient)[N] } & {
  openRoots?: Set<Root>;
};

/** Loads React and adds the roots of apps to `openRoots`. */
function loadReact(): Client & { readonly openRoots: Set<Root> } {
  // React determines when it is loaded whether it runs in a browser.
  openWindow("/");
  const client = createRequire(import.meta.url)("react-dom/client") as Client;
  const { createRoot, hydrateRoot, openRoots = new Set() } = client;
  // Test files of one worker share React, but not this module.
  if (client.openRoots !== undefined) return { ...client, openRoots };
  const keep = (root: Root): Root => {
    openRoots.add(root);
    return root;
  };
  // The app keeps its root to itself, because a browser discards it with the document.
  return Object.assign(client, {
    openRoots,
    createRoot: (...options: Parameters<typeof createRoot>) => keep(createRoot(...options)),
    hydrateRoot: (...options: Parameters<typeof hydrateRoot>) => keep(hydrateRoot(...options)),
  });
}

const { openRoots } = loadReact();

/** Unmounts all apps, so that their timers and subscriptions end. */
export function unmountRoots(): void {
  for (const root of openRoots) root.unmount();
  openRoots.clear();
}
