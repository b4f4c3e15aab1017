import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The component gallery: served in development, not part of the build. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: { target: ["chrome87", "ios14.5"], outDir: "../../../../.build/gallery", emptyOutDir: true },
});
