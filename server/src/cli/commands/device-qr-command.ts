import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import sharp from "sharp";
import { renderSVG } from "uqr";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";
import { addDeviceSelection, selectDevices } from "./selected-devices.ts";

export function addQrCommand(device: Command, terminal: Terminal): void {
  addDeviceSelection(device.command("qr"))
    .description("prints the QR code of a chair's link for its label (uses PUBLIC_URL)")
    .option("--svg", "as SVG (the default)")
    .option("--png", "as PNG, 1024 pixels wide")
    .option(
      "-o, --output <path>",
      "writes to a file instead of standard output (a PNG needs one); for several chairs a folder, with one file per chair",
    )
    .action((deviceIds: string[] = [], options: QrOptions = {}) => writeCodes(terminal, deviceIds, options));
}

interface QrOptions {
  all?: boolean;
  svg?: true;
  png?: true;
  output?: string;
}

async function writeCodes(
  terminal: Terminal,
  deviceIds: readonly string[],
  { all = false, svg, png, output }: QrOptions,
): Promise<void> {
  if (svg && png) throw new CliFailure(2, "Choose one of --svg and --png.");
  if (png && !output) throw new CliFailure(2, "A PNG needs a file: add -o FILE.png");
  const isOne = !all && deviceIds.length === 1;
  if (!isOne && !output) throw new CliFailure(2, "The codes of several chairs need a folder: add -o FOLDER");
  const selected = await withDatabase(terminal, (database) => selectDevices(database, { deviceIds, all }));
  const origin = linkOrigin(terminal.env);
  if (isLocal(origin))
    terminal.err(
      `The links lead to this machine only (${origin}); set PUBLIC_URL to the address that customers reach.`,
    );
  const render = png ? qrCodePng : qrCodeSvg;
  if (!output) {
    terminal.out(qrCodeSvg(chairLink(origin, selected[0] as string)));
    return;
  }
  const path = resolve(terminal.folder, output);
  try {
    if (!isOne) await mkdir(path, { recursive: true });
    for (const deviceId of selected)
      await writeFile(
        isOne ? path : join(path, `${deviceId}.${png ? "png" : "svg"}`),
        await render(chairLink(origin, deviceId)),
      );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure(2, `${output}: can't be written (${code})`, { cause: error });
  }
  terminal.out(
    isOne
      ? `${output}: ${chairLink(origin, selected[0] as string)}`
      : `${selected.length} codes are in ${output}.`,
  );
}

/**
 * Returns the origin of the chairs' links.
 * @throws CliFailure if PUBLIC_URL is invalid
 */
function linkOrigin(env: Readonly<Record<string, string | undefined>>): string {
  const base = env["PUBLIC_URL"] || `http://127.0.0.1:${env["PORT"] || "8080"}`;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new CliFailure(2, `PUBLIC_URL: "${base}" is not an http or https address`);
  return new URL(base).origin;
}

const isLocal = (origin: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(new URL(origin).hostname);

const chairLink = (origin: string, deviceId: string): string =>
  `${origin}/pages/index/index?deviceId=${encodeURIComponent(deviceId)}`;

// With error correction level Q, a code remains readable if a quarter of it is damaged. The standard margin is four
// modules.
const labelOptions = { ecc: "Q", border: 4 } as const;

export const qrCodeSvg = (text: string): string => renderSVG(text, labelOptions);

export const qrCodePng = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(qrCodeSvg(text)), { density: 300 })
    .resize(1024, 1024, { kernel: "nearest", fit: "contain", background: "white" })
    .png()
    .toBuffer();
