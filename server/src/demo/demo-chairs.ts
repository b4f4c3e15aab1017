import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { HostedServer } from "#host.ts";
import type { Clock } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { type ChairProcess, startChairProcess } from "./chair-process.ts";
import { demoOutlets, faultyChair, offlineChair } from "./demo-network.ts";
import { countConnected } from "./demo-state-store.ts";
import { writeCredentials } from "./write-credentials.ts";

const patienceMs = 10_000;

const chairFolder = (config: Config): string => join(config.dataDir, "demo-chairs");

const credentialsFile = (config: Config): string => join(chairFolder(config), "credentials.csv");

export const knowsChairs = (config: Config): boolean => existsSync(credentialsFile(config));

/** Chairs of a network that is no more must not remember it. */
export const forgetChairs = (config: Config): Promise<void> =>
  rm(chairFolder(config), { recursive: true, force: true });

/** Switches the chairs on and waits until the server has heard of each. */
export async function switchChairsOn(
  server: Pick<HostedServer, "database" | "mqttUrl">,
  { config, clock, say }: { config: Config; clock: Clock; say: (line: string) => void },
): Promise<ChairProcess> {
  const folder = chairFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = credentialsFile(config);
  await writeCredentials(server.database, clock, file);
  const since = clock.now();
  const chairs = await startChairProcess({
    credentialsFile: file,
    memoryFolder: join(folder, "memory"),
    mqttUrl: server.mqttUrl,
    faults: { [faultyChair]: "E07-ROLLER" },
    say,
  });
  const expected = demoOutlets
    .flatMap((outlet) => outlet.deviceIds)
    .filter((id) => id !== offlineChair).length;
  for (const until = since.getTime() + patienceMs; ; await clock.sleep(100)) {
    const connected = await countConnected(server.database, since);
    if (connected >= expected) return chairs;
    if (clock.now().getTime() > until) {
      say(`Only ${connected} of ${expected} chairs have connected so far.`);
      return chairs;
    }
  }
}
