import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { newSecret, rotateCredential } from "#features/devices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Database } from "#platform/postgres/database.ts";
import { UnknownOutcomeError } from "#platform/postgres/database-errors.ts";
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
  const secret = newSecret();
  try {
    await rotate({ terminal, database }, deviceId, secret);
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const message = `The old secret of ${deviceId} may no longer be valid. Give it another one: ${error.message}`;
    throw new CliFailure(1, message, { cause: error });
  }
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
      const secret = newSecret();
      // Each secret is on the disk before it becomes valid, so no chair is left with a secret that nobody knows.
      await file.writeFile(`${deviceId},${secret}\n`);
      await file.sync();
      await rotate({ terminal, database }, deviceId, secret);
      changed += 1;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lastLine =
      error instanceof UnknownOutcomeError
        ? `the last line, of ${deviceIds[changed]}, may be valid`
        : "a later line is not valid";
    throw new CliFailure(
      1,
      `${changed} of ${deviceIds.length} chairs have the new secret in ${output}; ${lastLine}: ${reason}`,
      { cause: error },
    );
  } finally {
    await file.close();
  }
  terminal.out(`${deviceIds.length} new secrets, which replace the old ones, are in ${output}.`);
}

async function rotate({ terminal, database }: Dependencies, deviceId: string, secret: string): Promise<void> {
  await transact(database, async (uow) => {
    const at = terminal.clock.now();
    if ((await rotateCredential(uow, deviceId, at, secret)) === null)
      throw new CliFailure(1, `There is no chair "${deviceId}".`);
    addAuditEntry(uow, { actor: operator, action: "device.credential", subject: `device:${deviceId}`, at });
  });
}

const createSecretFile = (path: string, name: string): Promise<FileHandle> =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure(
      2,
      error.code === "EEXIST"
        ? `${name}: already exists, and nothing was changed`
        : `${name}: can't be written (${error.code}), and nothing was changed`,
      { cause: error },
    );
  });
