import { importWithRetry } from "#shared/lazy/import-with-retry.ts";
import type { ReadCodes } from "./wasm-reader.ts";

interface NativeDetector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

let reader: Promise<ReadCodes> | null = null;
/** Whether the browser's detector has rejected a picture. */
let isDetectorBroken = false;

/**
 * Returns the browser's barcode detector if it reads QR codes, otherwise a WebAssembly decoder. Rejects if the decoder
 * fails to load, or with an error whose name is `noReaderName` if neither is available. The next call then tries again.
 */
export function codeReader(): Promise<ReadCodes> {
  reader ??= chooseReader().catch((error: unknown) => {
    reader = null;
    throw error;
  });
  return reader;
}

/** Name of the error if no decoder is available, which distinguishes it from errors of the camera. */
export const noReaderName = "NoCodeReaderError";

async function chooseReader(): Promise<ReadCodes> {
  const detector = isDetectorBroken ? null : await nativeDetector();
  if (detector !== null) return readerOf(detector);
  if (!runsWasm())
    throw Object.assign(new Error("this browser cannot decode QR codes"), { name: noReaderName });
  return (await importWithRetry(() => import("./wasm-reader.ts"))).wasmReader();
}

/**
 * Compiles an empty module as a test, because some browsers have no WebAssembly, and others forbid it if the content
 * security policy lacks `unsafe-eval`.
 */
function runsWasm(): boolean {
  try {
    return (
      new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module
    );
  } catch {
    return false;
  }
}

async function nativeDetector(): Promise<NativeDetector | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (Detector === undefined) return null;
  try {
    if (!(await Detector.getSupportedFormats()).includes("qr_code")) return null;
    return new Detector({ formats: ["qr_code"] });
  } catch {
    // Some browsers have `BarcodeDetector` but throw when it is used.
    return null;
  }
}

/**
 * Reads with the detector until it rejects a picture, as on phones without Google Play services, whose detector reports
 * that it reads QR codes. This picture and all later ones are then read by the WebAssembly decoder.
 */
function readerOf(detector: NativeDetector): ReadCodes {
  return async (picture) => {
    const source = picture instanceof Blob ? await createImageBitmap(picture) : picture;
    try {
      return (await detector.detect(source)).map(({ rawValue }) => rawValue);
    } catch {
      if (!isDetectorBroken) reader = null;
      isDetectorBroken = true;
      return (await codeReader())(picture);
    }
  };
}
