import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { changeConfiguration } from "#features/devices/configuration/index.ts";
import { findDevice, rotateCredential } from "#features/devices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import sharp from "sharp";
import { renderSVG } from "uqr";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { deviceIdArgument, integerFrom } from "./command-options.ts";

export function addDeviceCommands(program: Command, terminal: Terminal): void {
  const device = program.command("device").description("a chair's secret, configuration, and QR code");
  device
    .command("credential")
    .argument(...deviceIdArgument)
    .description(
      "gives a chair a new secret, closes a connection made with the old secret, and prints the new secret alone on the last line",
    )
    .action((deviceId: string) => rotate(terminal, deviceId));
  device
    .command("configure")
    .argument(...deviceIdArgument)
    .description("requests another configuration; an offline chair receives it when it reconnects")
    .option(
      "--pulse-value <amount>",
      "what one pulse of the coin acceptor is worth, in minor units",
      integerFrom(1),
    )
    .option("--volume <percent>", "volume, 0 to 100", integerFrom(0, 100))
    .option("--gears <number>", "highest intensity that customers can choose, 1 to 99", integerFrom(1, 99))
    .action((deviceId: string, options: ConfigureOptions) => configure(terminal, deviceId, options));
  device
    .command("qr")
    .argument(...deviceIdArgument)
    .description("prints the QR code of the chair's link for its label (uses PUBLIC_URL)")
    .option("--svg", "as SVG (the default)")
    .option("--png", "as PNG, 1024 pixels wide")
    .option("-o, --output <file>", "writes to a file instead of standard output (a PNG needs one)")
    .action((deviceId: string, options: QrOptions) => printQr(terminal, deviceId, options));
}

async function rotate(terminal: Terminal, deviceId: string): Promise<void> {
  const secret = await withDatabase(terminal, (database) =>
    transact(database, async (uow) => {
      const at = terminal.clock.now();
      const rotated = await rotateCredential(uow, deviceId, at);
      if (rotated !== null)
        addAuditEntry(uow, {
          actor: operator,
          action: "device.credential",
          subject: `device:${deviceId}`,
          at,
        });
      return rotated;
    }),
  );
  if (secret === null) throw new CliFailure(1, `There is no chair "${deviceId}".`);
  if (terminal.env["MQTT_URL"]?.trim())
    terminal.err(
      "An external broker (MQTT_URL) accepts this secret and ends a connection made with the old one after `broker config` and a reload.",
    );
  terminal.out(`New secret of ${deviceId}, which replaces the old one; this is the only time it is shown:`);
  terminal.out(secret);
}

interface ConfigureOptions {
  pulseValue?: number;
  volume?: number;
  gears?: number;
}

async function configure(terminal: Terminal, deviceId: string, options: ConfigureOptions): Promise<void> {
  if (Object.keys(options).length === 0)
    throw new CliFailure(2, "Give at least one of --pulse-value, --volume and --gears.");
  const at = terminal.clock.now();
  const change = { deviceId, values: { ...options }, actor: operator, at };
  const isKnown = await withDatabase(terminal, (database) =>
    transact(database, (uow) => changeConfiguration(uow, change)),
  );
  if (!isKnown) throw new CliFailure(1, `There is no chair "${deviceId}".`);
  terminal.out(`Requested for ${deviceId}. The chair's page shows when the chair applies it.`);
}

interface QrOptions {
  svg?: true;
  png?: true;
  output?: string;
}

async function printQr(terminal: Terminal, deviceId: string, options: QrOptions): Promise<void> {
  if (options.svg && options.png) throw new CliFailure(2, "Choose one of --svg and --png.");
  if (options.png && !options.output) throw new CliFailure(2, "A PNG needs a file: add -o FILE.png");
  const device = await withDatabase(terminal, (database) => findDevice(database, deviceId));
  if (device === null) throw new CliFailure(1, `There is no chair "${deviceId}".`);
  const { link, isLocalOnly } = chairLink(terminal.env, deviceId);
  if (isLocalOnly)
    terminal.err(
      `The link leads to this machine only (${link}); set PUBLIC_URL to the address that customers reach.`,
    );
  if (!options.output) {
    terminal.out(qrCodeSvg(link));
    return;
  }
  const file = resolve(terminal.folder, options.output);
  const code = options.png ? await qrCodePng(link) : qrCodeSvg(link);
  try {
    await writeFile(file, code);
  } catch (error) {
    throw new CliFailure(
      2,
      `${options.output}: can't be written (${(error as NodeJS.ErrnoException).code})`,
      {
        cause: error,
      },
    );
  }
  terminal.out(`${options.output}: ${link}`);
}

/**
 * Returns the link to the chair's page, and whether it leads to this machine only.
 * @throws CliFailure if PUBLIC_URL is invalid
 */
function chairLink(
  env: Readonly<Record<string, string | undefined>>,
  deviceId: string,
): { link: string; isLocalOnly: boolean } {
  const base = env["PUBLIC_URL"] || `http://127.0.0.1:${env["PORT"] || "8080"}`;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new CliFailure(2, `PUBLIC_URL: "${base}" is no http or https address`);
  const url = new URL(`/pages/index/index?deviceId=${encodeURIComponent(deviceId)}`, base);
  return { link: url.href, isLocalOnly: ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) };
}

// With error correction level Q, a code remains readable if a quarter of it is damaged. The standard margin is four
// modules.
const labelOptions = { ecc: "Q", border: 4 } as const;

export const qrCodeSvg = (text: string): string => renderSVG(text, labelOptions);

export const qrCodePng = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(qrCodeSvg(text)), { density: 300 })
    .resize(1024, 1024, { kernel: "nearest", fit: "contain", background: "white" })
    .png()
    .toBuffer();
