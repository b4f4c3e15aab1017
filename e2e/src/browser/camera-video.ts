import { open } from "node:fs/promises";
import { qrCodeSvg } from "@reposo/server/cli/commands/device-qr-command.ts";
import sharp from "sharp";

const width = 640;
const height = 480;
const frames = 10;

/**
 * Writes a video of a chair's label as a hand-held phone records it: the QR code is rotated, off-centre, and unevenly
 * lit, with sensor noise. The file is uncompressed (YUV4MPEG2), the format that Chromium's fake camera reads.
 */
export async function videoOfCode(text: string, file: string): Promise<string> {
  const label = await sharp(Buffer.from(qrCodeSvg(text)), { density: 200 })
    .resize(250, 250)
    .rotate(7, { background: "#8a7a6a" })
    .toBuffer();
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity=".25"/><stop offset="1" stop-opacity=".3"/>
    </linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const grey = await sharp({ create: { width, height, channels: 3, background: "#8a7a6a" } })
    .composite([
      { input: label, left: 190, top: 90 },
      { input: Buffer.from(light), left: 0, top: 0 },
    ])
    .removeAlpha()
    .greyscale()
    .blur(0.7)
    .raw()
    .toBuffer();
  const colour = Buffer.alloc((width * height) / 2, 128);
  const output = await open(file, "w");
  try {
    await output.write(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
    for (let frame = 0; frame < frames; frame += 1) {
      await output.write("FRAME\n");
      await output.write(
        grey.map((value, at) => Math.max(0, Math.min(255, value + noise(at + frame * 7919)))),
      );
      await output.write(colour);
    }
  } finally {
    await output.close();
  }
  return file;
}

/** Returns deterministic noise from -8 to 8. */
const noise = (seed: number): number => ((Math.imul(seed, 2654435761) >>> 24) % 17) - 8;
