import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractFacts } from "./contract-facts.ts";
import { plainImports } from "./plain-imports.ts";
import { precompress } from "./precompress.ts";

/** What both apps' every page stands on; the rest is split by use. */
const basics =
  /(web[\\/]src[\\/](platform[\\/](?!live-|event-stream)|ui[\\/](button|class-names|link|nav-bar|notice|screen|skeleton|toast-host|icons)|[\w-]+\.tsx?$)|contract[\\/]src)/;

/**
 * Two builds share this file: the browser's (`vite build`, two entries with a manifest) and the server's
 * (`vite build --ssr`), whose bundle the page renderer loads. React and wouter stay outside the latter.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: "/",
  appType: "custom",
  publicDir: isSsrBuild === true ? false : "public",
  plugins: [contractFacts(), plainImports(), react(), ...(isSsrBuild === true ? [] : [precompress()])],
  css: {
    modules: { localsConvention: "camelCaseOnly", generateScopedName: "[local]_[hash:base64:5]" },
    transformer: "postcss",
  },
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
    emptyOutDir: true,
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
                    test: /node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]/,
                    priority: 3,
                  },
                  { name: "base", test: basics, minShareCount: 2, priority: 2 },
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
