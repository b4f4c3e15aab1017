import { describe, expect, it } from "vitest";
import { type Manifest, heaviestScreen, loadedBytes, mergedLazyModules } from "./bundle-budgets.ts";

const manifest: Manifest = {
  "src/customer.tsx": {
    file: "customer.js",
    imports: ["_react.js"],
    dynamicImports: [
      "src/locales/en_US.ts",
      "src/locales/zh_CN.ts",
      "src/screens/customer/chair-screen.tsx",
      "_login-screen.js",
      "src/features/scan/decoder.ts",
    ],
  },
  "_react.js": { file: "react.js", imports: ["_shared.js"] },
  "_shared.js": { file: "shared.js", imports: ["_react.js"] },
  "src/locales/en_US.ts": { file: "en.js" },
  "src/locales/zh_CN.ts": { file: "zh.js" },
  "src/screens/customer/chair-screen.tsx": {
    file: "chair.js",
    name: "chair-screen",
    imports: ["_shared.js", "_list.js"],
  },
  "_login-screen.js": { file: "login.js", name: "login-screen" },
  "_list.js": { file: "list.js" },
  "src/features/scan/decoder.ts": { file: "decoder.js" },
};

const sizes: Record<string, number> = {
  "customer.js": 1,
  "react.js": 10,
  "shared.js": 100,
  "en.js": 1_000,
  "zh.js": 2_000,
  "chair.js": 10_000,
  "list.js": 20_000,
  "login.js": 4_000,
  "decoder.js": 1_000_000,
};

describe("bundle budgets", () => {
  it("counts each chunk of a first screen once, one language, and no lazily loaded chunk", () => {
    expect(loadedBytes(manifest, "src/customer.tsx", (file) => sizes[file] ?? Number.NaN)).toEqual({
      entry: 2_111,
      "first screen": 6_111,
      "heaviest screen": 32_111,
    });
  });

  it("names the heaviest screen", () => {
    const sizeOf = (file: string) => sizes[file] ?? Number.NaN;
    expect(heaviestScreen(manifest, "src/customer.tsx", sizeOf)).toBe("chair-screen");
    expect(heaviestScreen(manifest, "_list.js", sizeOf)).toBeNull();
  });

  it("throws an error for an entry that the manifest does not contain", () => {
    expect(() => loadedBytes(manifest, "src/other.tsx", () => 1)).toThrow("no src/other.tsx");
  });

  it("rejects a lazily imported file that merges several modules", () => {
    expect(mergedLazyModules(manifest)).toEqual(["login.js is imported lazily and merges several modules"]);
  });
});
