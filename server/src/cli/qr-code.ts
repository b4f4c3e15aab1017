import sharp from "sharp";
import { renderSVG } from "uqr";
import { CliFailure } from "./cli-failure.ts";

/** The chair's page at the address that customers reach. */
export function chairLink(
  env: Readonly<Record<string, string | undefined>>,
  deviceId: string,
): { link: string; leadsHereOnly: boolean } {
  const base = env["PUBLIC_URL"] || `http://127.0.0.1:${env["PORT"] || "8080"}`;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new CliFailure(2, `PUBLIC_URL: "${base}" is no http or https address`);
  const url = new URL(`/pages/index/index?deviceId=${encodeURIComponent(deviceId)}`, base);
  return { link: url.href, leadsHereOnly: ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) };
}

// Labels get scratched: a quarter of the code may be missing, and four modules of quiet surround it.
const label = { ecc: "Q", border: 4 } as const;

export const qrCodeSvg = (text: string): string => renderSVG(text, label);

export const qrCodePng = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(qrCodeSvg(text)), { density: 300 })
    .resize(1024, 1024, { kernel: "nearest", fit: "contain", background: "white" })
    .png()
    .toBuffer();
