import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createDevices } from "#features/devices/index.ts";
import type { HostedServer } from "#host.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ChairProcess } from "./chair-process.ts";
import { chairFolder, credentialsFile, type Print, startChairs } from "./prepare-chairs.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";
import { countConnected, readCoinCounters } from "./demo-state-store.ts";

const timeoutMs = 10_000;

const onlineChairs = demoOutlets.flatMap((outlet) => outlet.deviceIds).filter((id) => id !== offlineChair);

/**
 * Switches on all chairs except the offline one, and waits at most `timeoutMs` until they are connected. Uses the
 * `prepared` process of the chairs, unless its secrets or its broker are outdated.
 */
export async function switchOnChairs(
  server: Pick<HostedServer, "database" | "mqttUrl">,
  {
    config,
    clock,
    print,
    prepared = null,
  }: { config: Config; clock: Clock; print: Print; prepared?: ChairProcess | null },
): Promise<ChairProcess> {
  await mkdir(chairFolder(config), { recursive: true, mode: 0o700 });
  const isNew = await writeCredentials(server.database, clock, credentialsFile(config));
  const isUsable = prepared !== null && !isNew && prepared.mqttUrl === server.mqttUrl;
  if (!isUsable) await prepared?.stop();
  const chairs = isUsable ? prepared : startChairs(config, server.mqttUrl, print);
  const since = clock.now();
  await chairs.switchOn();
  const expected = onlineChairs.length;
  for (const until = since.getTime() + timeoutMs; ; await clock.sleep(30)) {
    const connected = await countConnected(server.database, since);
    if (connected >= expected) return chairs;
    if (clock.now().getTime() > until) {
      print(`Only ${connected} of ${expected} chairs have connected so far.`);
      return chairs;
    }
  }
}

/**
 * Ensures that `file` contains a valid secret of each demo chair except the offline one. Creates a new secret for each
 * chair whose secret is missing or invalid.
 * @returns whether the file has changed
 */
async function writeCredentials(database: Database, clock: Clock, file: string): Promise<boolean> {
  const { authenticateDevice, rotateCredential } = createDevices({ database, clock });
  const known = await readCredentials(file);
  const secrets = await Promise.all(
    onlineChairs.map(async (deviceId) => {
      const secret = known.get(deviceId) ?? null;
      return secret !== null && (await authenticateDevice(deviceId, secret)) ? secret : null;
    }),
  );
  if (!secrets.includes(null)) return false;
  const counters = await readCoinCounters(database);
  const lines = ["deviceId,secret,coinCounter"];
  for (const [index, deviceId] of onlineChairs.entries()) {
    const secret = secrets[index] ?? (await rotateCredential(deviceId));
    lines.push(`${deviceId},${secret},${counters.get(deviceId) ?? 0}`);
  }
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
