import { readFile, rename, writeFile } from "node:fs/promises";
import { createDevices } from "#features/devices/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";

/**
 * Sees to it that every chair that is switched on has a secret that works, in a file that only the chairs read. One
 * whose secret was replaced meanwhile gets a new one: every chair of the demo comes back with the next start.
 */
export async function writeCredentials(database: Database, clock: Clock, file: string): Promise<void> {
  const { authenticateDevice, rotateCredential } = createDevices({ database, clock });
  const known = await readCredentials(file);
  const lines = ["deviceId,secret"];
  let isNew = known.size === 0;
  for (const deviceId of demoOutlets.flatMap((outlet) => outlet.deviceIds)) {
    if (deviceId === offlineChair) continue;
    let secret = known.get(deviceId) ?? null;
    if (secret === null || !(await authenticateDevice(deviceId, secret))) {
      secret = await rotateCredential(deviceId);
      isNew = true;
    }
    lines.push(`${deviceId},${secret}`);
  }
  if (!isNew) return;
  // Whole or not at all: half a file would leave chairs without a secret.
  await writeFile(`${file}.new`, `${lines.join("\n")}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function readCredentials(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  const pairs = text.split("\n").map((line) => line.split(","));
  return new Map(
    pairs.flatMap(([deviceId, secret]) => (deviceId && secret ? [[deviceId, secret] as const] : [])),
  );
}
