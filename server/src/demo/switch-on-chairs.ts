import { mkdir } from "node:fs/promises";
import type { HostedServer } from "#host.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import type { ChairProcess } from "./chair-process.ts";
import { chairFolder, credentialsFile, type Print, startChairs } from "./prepare-chairs.ts";
import { demoOutlets, offlineChair } from "./demo-network.ts";
import { countConnected } from "./demo-state-store.ts";
import { writeCredentials } from "./write-credentials.ts";

const timeoutMs = 10_000;

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
  const expected = demoOutlets
    .flatMap((outlet) => outlet.deviceIds)
    .filter((id) => id !== offlineChair).length;
  for (const until = since.getTime() + timeoutMs; ; await clock.sleep(30)) {
    const connected = await countConnected(server.database, since);
    if (connected >= expected) return chairs;
    if (clock.now().getTime() > until) {
      print(`Only ${connected} of ${expected} chairs have connected so far.`);
      return chairs;
    }
  }
}
