import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractFacts } from "./contract-facts.ts";
import { precompress } from "./precompress.ts";

/**
 * Two builds share this file: the browser's (`vite build`, two entries with a manifest) and the server's
 * (`vite build --ssr`), whose bundle the page renderer loads. React and wouter stay outside the latter.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: "/",
  appType: "custom",
  publicDir: isSsrBuild === true ? false : "public",
  plugins: [contractFacts(), react(), ...(isSsrBuild === true ? [] : [precompress()])],
  css: {
    modules: { localsConvention: "camelCaseOnly", generateScopedName: "[local]_[hash:base64:5]" },
    transformer: "postcss",
  },
  build: {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    outDir: isSsrBuild === true ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: isSsrBuild !== true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input:
        isSsrBuild === true
          ? { "server-pages": "src/server-pages.tsx" }
          : { customer: "src/customer.tsx", manager: "src/manager.tsx" },
    },
  },
}));
