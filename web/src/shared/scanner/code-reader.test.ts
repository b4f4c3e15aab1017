import { afterEach, expect, it, vi } from "vitest";
import { cameraFailureOf } from "./use-camera.ts";
import { codeReader } from "./code-reader.ts";

afterEach(() => vi.unstubAllGlobals());

it("[QS-1] rejects if WebAssembly is missing or forbidden, and checks again at the next attempt", async () => {
  const refusing = {
    Module: function refused() {
      throw new Error("Refused to compile: 'unsafe-eval' is not an allowed source");
    },
  };
  for (const wasm of [undefined, refusing]) {
    vi.stubGlobal("WebAssembly", wasm);
    const failure: unknown = await codeReader().catch((error: unknown) => error);
    expect(cameraFailureOf((failure as Error).name)).toBe("noDecoder");
  }
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => [{ rawValue: "https://mall.example/w" }, { rawValue: "MC100001" }];
    },
  );
  const read = await codeReader();
  await expect(read({} as HTMLVideoElement)).resolves.toEqual(["https://mall.example/w", "MC100001"]);
});
