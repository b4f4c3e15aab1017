import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Returns the texts of all QR codes in a picture. */
export type ReadCodes = (picture: Blob | HTMLVideoElement) => Promise<string[]>;

/**
 * Frames are scaled down to this longest side in pixels, which still suffices for a code that fills a fifth of the
 * frame.
 */
const maxSide = 960;

async function pixelsOf(video: HTMLVideoElement): Promise<ImageData | null> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, maxSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export async function wasmReader(): Promise<ReadCodes> {
  await prepareZXingModule({
    overrides: { locateFile: (path: string) => (path.endsWith(".wasm") ? wasmUrl : path) },
    fireImmediately: true,
  });
  return async (picture) => {
    const input = picture instanceof Blob ? picture : await pixelsOf(picture);
    if (input === null) return [];
    const found = await readBarcodes(input, {
      formats: ["QRCode"],
      // A single photo is decoded thoroughly. Camera frames need fast decoding, and a missed code appears again in the
      // next frame.
      tryHarder: picture instanceof Blob,
    });
    return found.map(({ text }) => text);
  };
}
