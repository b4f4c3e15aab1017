import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: { target: ["chrome87", "ios14.5"], reportCompressedSize: false },
});
