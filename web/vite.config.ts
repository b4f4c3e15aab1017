import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { type BuildEnvironmentOptions, type UserConfig, defineConfig } from "vite";
import { type BrowserApp, browserApps, chunkGroups } from "./build/chunk-groups.ts";
import { keepEarlierBuilds } from "./build/keep-earlier-builds.ts";
import { plainImports } from "./build/plain-imports.ts";
import { precompress } from "./build/precompress.ts";

/** Scopes a class by the file name, which is unique in the package. A hash would compress badly. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? file, ".module.css")}-${name}`;

/**
 * Returns the app of `vite build --mode customer` or `--mode manager`.
 * @throws Error for any other mode
 */
function browserAppOf(mode: string): BrowserApp {
  const app = browserApps.find((each) => each === mode);
  if (app === undefined) throw new Error(`the web has no app named ${mode}`);
  return app;
}

/** Configures four builds: the two apps, the service worker, and the bundle with which the server renders pages. */
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
        // React's own hook, available since React 18, replaces the shim that wouter imports (saves 0.27 kB).
        "use-sync-external-store/shim/index.js": "react",
      },
    },
  };
  const plugins = [plainImports(), react()];
  const build: BuildEnvironmentOptions = {
    target: ["chrome87", "ios14.5"],
    cssTarget: ["chrome87", "ios14.5"],
    // One style sheet per app, which the server inlines, so that no chunk waits for a separate style sheet.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  };
  // Unused property reads may be removed, because neither the product's modules nor its libraries rely on their side
  // effects.
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
          // The URL of a service worker must not change between releases, so the file name has no hash.
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
