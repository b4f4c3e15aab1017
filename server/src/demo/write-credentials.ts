import { readFile, rename, writeFile } from "node:fs/promises";
import { createDevices } from "#features/devices/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";

/** Ensures that `file` has a valid secret of each demo chair except the offline one. @returns true if it changed */
export async function writeCredentials(database: Database, clock: Clock, file: string): Promise<boolean> {
  const { authenticateDevice, rotateCredential } = createDevices({ database, clock });
  const known = await readCredentials(file);
  const deviceIds = demoOutlets.flatMap((outlet) => outlet.deviceIds).filter((id) => id !== offlineChair);
  const secrets = await Promise.all(
    deviceIds.map(async (deviceId) => {
      const secret = known.get(deviceId) ?? null;
      return secret !== null && (await authenticateDevice(deviceId, secret)) ? secret : null;
    }),
  );
  if (!secrets.includes(null)) return false;
  const lines = ["deviceId,secret"];
  for (const [index, deviceId] of deviceIds.entries())
    lines.push(`${deviceId},${secrets[index] ?? (await rotateCredential(deviceId))}`);
  // The file is replaced atomically, since an incomplete file would leave some chairs without a secret.
  await writeFile(`${file}.new`, `${lines.join("\n")}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return true;
}

async function readCredentials(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  const pairs = text.split("\n").map((line) => line.split(","));
  return new Map(
    pairs.flatMap(([deviceId, secret]) => (deviceId && secret ? [[deviceId, secret] as const] : [])),
  );
}
