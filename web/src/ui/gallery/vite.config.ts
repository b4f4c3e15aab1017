import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** A page of its own for whoever works on the kit: served in development, never part of the product's build. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: { target: ["chrome87", "ios14.5"], outDir: "../../../../.build/gallery", emptyOutDir: true },
});
