import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { type BuildEnvironmentOptions, type UserConfig, defineConfig } from "vite";
import { type BrowserApp, browserApps, chunkGroups } from "./build/chunk-groups.ts";
import { contractConstants } from "./build/contract-constants.ts";
import { keepEarlierBuilds } from "./build/keep-earlier-builds.ts";
import { plainImports } from "./build/plain-imports.ts";
import { precompress } from "./build/precompress.ts";

/** File names are unique, so that they scope a class without a hash, which would not compress. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? file, ".module.css")}-${name}`;

/** `vite build --mode customer` or `--mode manager`; `--mode service-worker` is no app. */
function browserAppOf(mode: string): BrowserApp {
  const app = browserApps.find((each) => each === mode);
  if (app === undefined) throw new Error(`the web has no app named ${mode}`);
  return app;
}

/** Four builds: the two apps, the service worker, and the bundle that the server renders pages with. */
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
        // React has had this hook since 18; wouter still imports the shim for older versions (0.27 kB).
        "use-sync-external-store/shim/index.js": "react",
      },
    },
  };
  const plugins = [contractConstants(), plainImports(), react()];
  const build: BuildEnvironmentOptions = {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    // The server inlines one style sheet for each app, so that no chunk waits for its own.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  };
  // No module of ours or of a library relies on the effects of an unused property access.
  const treeshake = { propertyReadSideEffects: false } as const;
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
