import { rename, writeFile } from "node:fs/promises";
import { rotateCredential } from "#features/devices/index.ts";
import type { Transaction } from "#platform/database.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";

/** New secrets for the chairs that are switched on, in a file that only they read. */
export async function writeCredentials(tx: Transaction, file: string, now: Date): Promise<void> {
  const lines = ["deviceId,secret"];
  for (const deviceId of demoOutlets.flatMap((outlet) => outlet.deviceIds)) {
    if (deviceId === offlineChair) continue;
    lines.push(`${deviceId},${await rotateCredential(tx, deviceId, now)}`);
  }
  // Whole or not at all: half a file would leave chairs without a secret for good.
  await writeFile(`${file}.new`, `${lines.join("\n")}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
