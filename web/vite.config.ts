import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractFacts } from "./contract-facts.ts";
import { inlineResultCodes } from "./inline-result-codes.ts";
import { keepEarlierBuilds } from "./keep-earlier-builds.ts";
import { plainImports } from "./plain-imports.ts";
import { precompress } from "./precompress.ts";

/** What the entries of both apps load at once, as one file; the rest is split by who uses it. */
const basics = new RegExp(
  [
    "web/src/[\\w-]+\\.tsx?$",
    "web/src/ui/(button|class-names|icons|link|nav-bar|notice|screen|skeleton|toast-host)\\.",
    "web/src/platform/(connection|date-time|document-title|guard|i18n|import-again|local-storage|navigation|page-|routes|screen-loader|session-|toasts)",
    "contract/src/(languages|result-codes)",
    "vite/preload-helper",
  ].join("|"),
);
/** What most pages of either app need beside the entry: one small file instead of eight. */
const calls = new RegExp(
  [
    "web/src/ui/language-switch\\.",
    "web/src/platform/(api-|guest|late-part|server-clock|throttle|time-zone)",
    "contract/src/(login|devices|orders|order-lists|money)",
  ].join("|"),
);
/**
 * Rows that lead on, the signs and times beside them, and the way back to them: on nearly every page of a manager. A
 * chunk takes along what its modules import, so only what imports nothing but the basics and the calls may be named.
 */
const rows = new RegExp(
  [
    "web/src/ui/(list|manager-icons|file-icons)\\.",
    "web/src/platform/(shown-zone|calendar-day|time-left|list-visit|kept-lists|deep-lists|read-anew)\\.",
    "web/src/screens/manager/use-shown-zone\\.",
  ].join("|"),
);
/** What every long list of a manager is made of. */
const longLists = new RegExp(
  [
    "web/src/ui/(long-list|drawn-parts|load-ahead|chip-bar)\\.",
    "web/src/screens/manager/(paged-results|new-rows-bar|list-head|filter-button)\\.",
  ].join("|"),
);
const isOf = (modules: RegExp) => (id: string) => modules.test(id.replaceAll("\\", "/"));

/** File names are unique, so they scope a class without a hash that would not compress. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? file, ".module.css")}-${name}`;

/**
 * Two builds share this file: the browser's (`vite build`, two entries with a manifest) and the server's
 * (`vite build --ssr`), whose bundle the page renderer loads. The latter
 * brings its own React, so that it is the quick build whatever NODE_ENV the server runs under.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: "/",
  appType: "custom",
  publicDir: isSsrBuild === true ? false : "public",
  plugins: [
    contractFacts(),
    inlineResultCodes(),
    plainImports(),
    react(),
    ...(isSsrBuild === true ? [] : [precompress(), keepEarlierBuilds()]),
  ],
  css: {
    modules: { localsConvention: "camelCaseOnly", generateScopedName: scopedName },
    transformer: "postcss",
  },
  ssr: { noExternal: true },
  define: isSsrBuild === true ? { "process.env.NODE_ENV": '"production"' } : {},
  resolve: {
    alias: {
      // React has had this hook since 18; wouter still brings the shim for older ones.
      "use-sync-external-store/shim/index.js": "react",
    },
  },
  build: {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    outDir: isSsrBuild === true ? "dist/server" : "dist/client",
    emptyOutDir: isSsrBuild === true,
    manifest: isSsrBuild !== true,
    // One sheet for both apps, inlined by the server: no chunk waits for a style of its own.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      treeshake: { manualPureFunctions: ["drawing", "createContext"] },
      // Few files, each of which compresses as a whole: what every page of an app needs is one.
      output:
        isSsrBuild === true
          ? {}
          : {
              codeSplitting: {
                groups: [
                  {
                    name: "react",
                    test: /rolldown.runtime|node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]/,
                    priority: 3,
                  },
                  { name: "base", test: isOf(basics), minShareCount: 2, priority: 2 },
                  { name: "calls", test: isOf(calls), minShareCount: 2, priority: 1 },
                  { name: "rows", test: isOf(rows), minShareCount: 2, priority: 1 },
                  { name: "long-list", test: isOf(longLists), minShareCount: 2, priority: 1 },
                ],
              },
            },
      input:
        isSsrBuild === true
          ? { "server-pages": "src/server-pages.tsx" }
          : { customer: "src/customer.tsx", manager: "src/manager.tsx" },
    },
  },
}));
