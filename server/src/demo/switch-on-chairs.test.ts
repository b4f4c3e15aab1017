import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "#app.ts";
import { createDevices } from "#features/devices/index.ts";
import { type HostedServer, hostServer } from "#host.ts";
import { systemClock as clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import type { ChairProcess } from "./chair-process.ts";
import { switchOnChairs } from "./switch-on-chairs.ts";
import { faultyChair, offlineChair } from "./demo-network.ts";
import { readDemoConfig } from "./demo-settings.ts";
import { loadNetwork } from "./load-network.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { databaseUrlOf } from "#test/clients/command-line.ts";

let test: TestDatabase;
let folder: string;
let config: Config;
let server: HostedServer;
let chairs: ChairProcess;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("demo");
  await transact(test.owner, (uow) => loadNetwork(uow, clock));
  config = readDemoConfig({
    DATABASE_URL: databaseUrlOf(test.connection),
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: "silent",
  });
  server = await hostServer(config, { log: silentLog, buildApp });
  chairs = await switchOnChairs(server, { config, clock, print: () => {} });
}, 60_000);
afterAll(async () => {
  await chairs.stop();
  await server.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const states = async () => {
  const found = await sql<{ device_id: string; online: boolean; fault: string | null }>`
    SELECT device_id, online, fault FROM device ORDER BY device_id`.execute(test.database);
  return new Map(found.rows.map((row) => [row.device_id, row]));
};

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await holds()); await clock.sleep(50))
    if (Date.now() > deadline) throw new Error("the expected state was not reached in time");
}

describe("the demo's chairs at a server", () => {
  it("are connected except one, and one has a fault", async () => {
    await until(async () => (await states()).get(faultyChair)?.fault !== null);
    const all = [...(await states()).values()];
    expect(all.filter((chair) => !chair.online).map((chair) => chair.device_id)).toEqual([offlineChair]);
    expect(all.filter((chair) => chair.fault !== null).map((chair) => chair.device_id)).toEqual([
      faultyChair,
    ]);
  });

  it("are disconnected when their secret is replaced, and have a valid secret at the next start", async () => {
    const { rotateCredential } = createDevices({ database: test.database, clock });
    await rotateCredential("MC100002");
    await until(async () => (await states()).get("MC100002")?.online === false);
    await chairs.stop();
    const printed: string[] = [];
    chairs = await switchOnChairs(server, { config, clock, print: (line) => printed.push(line) });
    expect(printed).toEqual([]);
    expect((await states()).get("MC100002")?.online).toBe(true);
  }, 40_000);
});
