import { createRequire } from "node:module";
import type * as ReactDomClient from "react-dom/client";

const client = createRequire(import.meta.url)("react-dom/client") as {
  -readonly [N in "createRoot" | "hydrateRoot"]: (typeof ReactDomClient)[N];
};
const { createRoot, hydrateRoot } = client;
const roots = new Set<ReactDomClient.Root>();

function keep(root: ReactDomClient.Root): ReactDomClient.Root {
  roots.add(root);
  return root;
}

// The app keeps its root to itself, because a browser discards it with the document. The replacement takes effect in
// modules that import React's client later.
client.createRoot = (...options) => keep(createRoot(...options));
client.hydrateRoot = (...options) => keep(hydrateRoot(...options));

/** Unmounts all apps, so that their timers and subscriptions end. */
export function unmountRoots(): void {
  for (const root of roots) root.unmount();
  roots.clear();
}
