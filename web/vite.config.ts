import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { type BuildEnvironmentOptions, type UserConfig, defineConfig } from "vite";
import { type BrowserApp, browserApps, chunkGroups } from "./build/chunk-groups.ts";
import { contractFacts } from "./build/contract-facts.ts";
import { inlineResultCodes } from "./build/inline-result-codes.ts";
import { keepEarlierBuilds } from "./build/keep-earlier-builds.ts";
import { plainImports } from "./build/plain-imports.ts";
import { precompress } from "./build/precompress.ts";

/** File names are unique, so they scope a class without a hash that would not compress. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? file, ".module.css")}-${name}`;

/** `vite build --mode customer` or `--mode manager`; `--mode service-worker` is no app. */
function browserAppOf(mode: string): BrowserApp {
  const app = browserApps.find((each) => each === mode);
  if (app === undefined) throw new Error(`the web has no app named ${mode}`);
  return app;
}

/**
 * Four builds share this file: the browser's two apps, each with a manifest and a style sheet of its own, the service
 * worker, and the server's bundle (`vite build --ssr`), which the page renderer loads. The latter brings its own React, so that it is
 * the fast build whatever NODE_ENV the server runs under.
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
    resolve: {
      alias: {
        // React has had this hook since 18; wouter still brings the shim for older ones.
        "use-sync-external-store/shim/index.js": "react",
      },
    },
  };
  const plugins = [contractFacts(), inlineResultCodes(), plainImports(), react()];
  const build: BuildEnvironmentOptions = {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    // The server inlines an app's one sheet: no chunk waits for a style of its own.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  };
  const treeshake = { manualPureFunctions: ["drawing", "createContext"] };
  if (isSsrBuild === true)
    return {
      ...shared,
      publicDir: false,
      plugins,
      ssr: { noExternal: true },
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        ...build,
        outDir: "dist/server",
        emptyOutDir: true,
        rollupOptions: { treeshake, input: { "server-pages": "src/server-rendering/server-pages.tsx" } },
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
          // Its address must not change from release to release.
          output: { format: "iife", entryFileNames: "[name].js" },
        },
      },
    };
  const app = browserAppOf(mode);
  return {
    ...shared,
    plugins: [...plugins, precompress(), keepEarlierBuilds()],
    build: {
      ...build,
      outDir: "dist/client",
      manifest: `.vite/${app}.json`,
      rollupOptions: {
        treeshake,
        input: { [app]: `src/${app}/${app}-app.tsx` },
        output: { codeSplitting: { groups: chunkGroups(app) } },
      },
    },
  };
});
