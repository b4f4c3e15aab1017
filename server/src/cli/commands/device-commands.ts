import type { Command } from "commander";
import { changeConfiguration } from "#features/devices/configuration/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { deviceIdArgument, integerFrom } from "./command-options.ts";
import { addCredentialCommand } from "./device-credential-command.ts";
import { addQrCommand } from "./device-qr-command.ts";

export function addDeviceCommands(program: Command, terminal: Terminal): void {
  const device = program.command("device").description("a chair's secret, configuration, and QR code");
  addCredentialCommand(device, terminal);
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
  addQrCommand(device, terminal);
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
