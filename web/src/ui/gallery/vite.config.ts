import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Configuration of the component gallery, which is used in development and is not part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: { target: ["chrome87", "ios14.5"], outDir: "../../../../.build/gallery", emptyOutDir: true },
});
