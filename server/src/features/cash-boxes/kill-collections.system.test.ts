import { randomUUID } from "node:crypto";
import { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";

let test: TestDatabase;
let servers: KilledServers;
let running: RunningServer | null = null;
beforeAll(async () => {
  test = await openTestDatabase();
  servers = await openKilledServers(test.connection);
});
afterEach(async () => {
  await running?.kill();
  running = null;
});
afterAll(async () => {
  await servers.close();
  await test.close();
});

/** `npm run test:system` kills a server only at the last point; with REPOSO_KILL=all, at both. */
const points = ["collection.before-commit", "collection.committed"];

it.each(process.env["REPOSO_KILL"] === "all" ? points : points.slice(-1))(
  "[CASH-4] [G-4] records a collection once if the server is killed at %s and the phone retries",
  async (point) => {
    const outlet = await makePricedOutlet(test.owner);
    const deviceId = await makeDevice(test.owner, outlet);
    const { token } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
    const collection = {
      collectionId: randomUUID(),
      deviceId,
      counted: 1_250,
      currency: "PHP",
      collectedAt: new Date().toISOString(),
    };
    const send = (url: string) => callUrl(url, recordCollection, collection, { "access-token": token });
    const failing = await servers.start(point);
    expect(await send(failing.url)).toBeNull();
    expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });

    running = await servers.start();
    const answer = await send(running.url);
    expect(answer).toMatchObject({ code: 200, data: { counted: 1_250, expected: 0, difference: 1_250 } });
    expect(await send(running.url)).toEqual(answer);
    const recorded = await sql<{ collection_id: string }>`
      SELECT collection_id FROM cash_collection
      WHERE device_id = ${deviceId}`.rows(test.owner);
    expect(recorded).toEqual([{ collection_id: collection.collectionId }]);
    const trail = await sql<{ action: string }>`
      SELECT action
      FROM audit_entry
      WHERE subject = ${`device:${deviceId}`} AND action = 'cash.collected'`.rows(test.owner);
    expect(trail).toHaveLength(1);
    expect(await runAudit(test.database)).toEqual([]);
  },
  60_000,
);
