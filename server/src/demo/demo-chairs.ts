import { mkdir } from "node:fs/promises";
import type { HostedServer } from "#host.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import type { ChairProcess } from "./chair-process.ts";
import { chairFolder, credentialsFile, type Say, startChairs } from "./prepare-chairs.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";
import { countConnected } from "./demo-state-store.ts";
import { writeCredentials } from "./write-credentials.ts";

const patienceMs = 10_000;

/** Switches the chairs on and waits until the server has heard of each. */
export async function switchChairsOn(
  server: Pick<HostedServer, "database" | "mqttUrl">,
  {
    config,
    clock,
    say,
    prepared = null,
  }: { config: Config; clock: Clock; say: Say; prepared?: ChairProcess | null },
): Promise<ChairProcess> {
  await mkdir(chairFolder(config), { recursive: true, mode: 0o700 });
  const isNew = await writeCredentials(server.database, clock, credentialsFile(config));
  const fits = prepared !== null && !isNew && prepared.mqttUrl === server.mqttUrl;
  if (!fits) await prepared?.stop();
  const chairs = fits ? prepared : startChairs(config, server.mqttUrl, say);
  const since = clock.now();
  await chairs.switchOn();
  const expected = demoOutlets
    .flatMap((outlet) => outlet.deviceIds)
    .filter((id) => id !== offlineChair).length;
  for (const until = since.getTime() + patienceMs; ; await clock.sleep(30)) {
    const connected = await countConnected(server.database, since);
    if (connected >= expected) return chairs;
    if (clock.now().getTime() > until) {
      say(`Only ${connected} of ${expected} chairs have connected so far.`);
      return chairs;
    }
  }
}
