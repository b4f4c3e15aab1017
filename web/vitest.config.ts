import { defineConfig } from "vitest/config";

const shared = {
  // Test files in the same worker share loaded modules. Importing them again for each file took a third of the CPU
  // time.
  isolate: false,
  testTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "units",
          include: ["build/*.test.ts", "service-worker/*.test.ts", "src/**/*.test.ts", "src/**/*.test.tsx"],
          exclude: ["src/**/*.page.test.tsx"],
          setupFiles: ["./build/restore-globals.ts"],
        },
      },
      {
        test: {
          ...shared,
          // Pages in a DOM. They run in other workers, because React determines when it is loaded whether it runs in
          // a browser.
          name: "pages",
          include: ["src/**/*.page.test.tsx", "test/*.test.ts"],
          setupFiles: ["./test/close-pages.ts"],
          // Their modules have a state per document, so they are loaded again for each page like those of the app.
          server: { deps: { inline: ["wouter", /@tanstack/] } },
        },
      },
    ],
  },
});
