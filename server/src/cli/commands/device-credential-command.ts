import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { rotateCredential } from "#features/devices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { addDeviceSelection, selectDevices } from "./selected-devices.ts";

export function addCredentialCommand(device: Command, terminal: Terminal): void {
  addDeviceSelection(device.command("credential"))
    .description(
      "gives chairs new secrets and closes connections made with the old ones; prints the new secret of one chair alone on the last line, or writes a CSV file",
    )
    .option(
      "-o, --output <file>",
      "writes the secrets as CSV to a new file that only its owner can read; required for several chairs",
    )
    .action((deviceIds: string[] = [], { all = false, output }: { all?: boolean; output?: string }) =>
      withDatabase(terminal, async (database) => {
        const selected = await selectDevices(database, { deviceIds, all });
        if (output !== undefined) await writeSecrets({ terminal, database }, selected, output);
        else if (all || selected.length !== 1)
          throw new CliFailure(2, "The secrets of several chairs need a file: add -o FILE.csv");
        else await printSecret({ terminal, database }, selected[0] as string);
        if (terminal.env["MQTT_URL"]?.trim())
          terminal.err(
            "An external broker (MQTT_URL) accepts new secrets and ends connections made with old ones after `broker config` and a reload.",
          );
      }),
    );
}

interface Dependencies {
  readonly terminal: Terminal;
  readonly database: Database;
}

async function printSecret({ terminal, database }: Dependencies, deviceId: string): Promise<void> {
  const secret = await rotate({ terminal, database }, deviceId, async () => {});
  terminal.out(`New secret of ${deviceId}, which replaces the old one; this is the only time it is shown:`);
  terminal.out(secret);
}

async function writeSecrets(
  { terminal, database }: Dependencies,
  deviceIds: readonly string[],
  output: string,
): Promise<void> {
  const file = await createSecretFile(resolve(terminal.folder, output), output);
  let changed = 0;
  try {
    await file.writeFile("deviceId,secret\n");
    for (const deviceId of deviceIds) {
      // Each secret is in the file before it becomes valid, so no chair is left with a secret that nobody knows.
      await rotate({ terminal, database }, deviceId, (secret) => file.writeFile(`${deviceId},${secret}\n`));
      changed += 1;
    }
    await file.sync();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure(
      1,
      `${changed} of ${deviceIds.length} chairs have the new secret in ${output}; a later line is not valid: ${reason}`,
      { cause: error },
    );
  } finally {
    await file.close();
  }
  terminal.out(`${deviceIds.length} new secrets, which replace the old ones, are in ${output}.`);
}

/** Gives a chair a new secret, and calls `save` with it before the commit. */
async function rotate(
  { terminal, database }: Dependencies,
  deviceId: string,
  save: (secret: string) => Promise<void>,
): Promise<string> {
  return transact(database, async (uow) => {
    const at = terminal.clock.now();
    const secret = await rotateCredential(uow, deviceId, at);
    if (secret === null) throw new CliFailure(1, `There is no chair "${deviceId}".`);
    addAuditEntry(uow, { actor: operator, action: "device.credential", subject: `device:${deviceId}`, at });
    await save(secret);
    return secret;
  });
}

const createSecretFile = (path: string, name: string): Promise<FileHandle> =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure(
      2,
      error.code === "EEXIST"
        ? `${name}: exists already, and nothing was changed`
        : `${name}: can't be written (${error.code}), and nothing was changed`,
      { cause: error },
    );
  });
