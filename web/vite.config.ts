import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunk-groups.ts";
import { contractFacts } from "./contract-facts.ts";
import { inlineResultCodes } from "./inline-result-codes.ts";
import { keepEarlierBuilds } from "./keep-earlier-builds.ts";
import { plainImports } from "./plain-imports.ts";
import { precompress } from "./precompress.ts";

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
                groups: chunkGroups,
              },
            },
      input:
        isSsrBuild === true
          ? { "server-pages": "src/server-pages.tsx" }
          : { customer: "src/customer.tsx", manager: "src/manager.tsx" },
    },
  },
}));
