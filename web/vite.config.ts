import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { type BuildEnvironmentOptions, type UserConfig, defineConfig } from "vite";
import { keepEarlierBuilds } from "./build/keep-earlier-builds.ts";
import { precompress } from "./build/precompress.ts";

/** Scopes a class by the file name, which is unique in the package, so that names are readable in tests and browsers. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? file, ".module.css")}-${name}`;

/**
 * Configures four builds: the two apps (`--mode customer` and `--mode manager`), the service worker, and the bundle with
 * which the server renders pages. Each app is a separate build, so that its files contain no code of the other.
 */
export default defineConfig(({ isSsrBuild, mode }) => {
  const shared: UserConfig = {
    root: import.meta.dirname,
    base: "/",
    appType: "custom",
    css: {
      modules: { localsConvention: "camelCaseOnly", generateScopedName: scopedName },
      transformer: "postcss",
    },
  };
  const build: BuildEnvironmentOptions = {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    // One style sheet per app, which the server inlines, so that no chunk waits for a separate style sheet.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  };
  if (isSsrBuild === true)
    return {
      ...shared,
      publicDir: false,
      plugins: [react()],
      ssr: { noExternal: true },
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        ...build,
        outDir: "dist/server",
        emptyOutDir: true,
        rollupOptions: { input: { "server-pages": "src/server-rendering/server-pages.tsx" } },
      },
    };
  if (mode === "service-worker")
    return {
      ...shared,
      publicDir: false,
      plugins: [precompress()],
      build: {
        ...build,
        outDir: "dist/client",
        emptyOutDir: false,
        rollupOptions: {
          input: { "service-worker": "service-worker/service-worker.ts" },
          // The URL of a service worker must not change between releases, so the file name has no hash.
          output: { format: "iife", entryFileNames: "[name].js" },
        },
      },
    };
  return {
    ...shared,
    plugins: [react(), precompress(), keepEarlierBuilds()],
    build: {
      ...build,
      outDir: "dist/client",
      manifest: `.vite/${mode}.json`,
      rollupOptions: {
        input: `src/${mode}/${mode}-app.tsx`,
        // Code that several files share is in one file. By default each set of sharing files gets its own, and a first
        // view loads up to 38 of them.
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } },
      },
    },
  };
});
