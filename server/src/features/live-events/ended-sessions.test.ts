import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { followEvents } from "#test/event-client.ts";
import { type NetworkServer, startNetworkServer } from "#test/network-server.ts";
import { makeManager, makeOutlet } from "#test/network-factory.ts";
import { announce } from "./index.ts";

let test: TestDatabase;
let server: NetworkServer;

beforeAll(async () => {
  test = await openTestDatabase();
  server = await startNetworkServer(test.database);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const hashOf = (token: string) => createHash("sha256").update(token).digest();

const ends = [
  ["logged in elsewhere", sql`ended_at = now(), end_reason = 'loggedInElsewhere'`],
  ["disabled", sql`ended_at = now(), end_reason = 'disabled'`],
  ["logged out", sql`ended_at = now(), end_reason = 'logout'`],
  ["expired", sql`expires_at = now()`],
] as const;

it.each(ends)("[LOGIN-4] [SES-3] closes the stream of a session %s within seconds", async (_, change) => {
  const outletId = await makeOutlet(test.owner);
  const { token } = await makeManager(test.owner, { outletIds: [outletId] });
  const other = await makeManager(test.owner, { outletIds: [outletId] });
  const stream = await followEvents(server.origin, token);
  const unaffected = await followEvents(server.origin, other.token);
  await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
  const endedAt = performance.now();
  await sql`UPDATE session SET ${change} WHERE token_hash = ${hashOf(token)}`.execute(test.owner);
  await stream.ended;
  expect(performance.now() - endedAt).toBeLessThan(5_000);
  let closed = false;
  void unaffected.ended.then(() => {
    closed = true;
  });
  await test.database
    .transaction()
    .execute((tx) => announce(tx, { name: "revenue", outletId, subject: outletId, at: server.clock.now() }));
  await unaffected.next(({ name }) => name === "revenue");
  expect(closed).toBe(false);
  unaffected.close();
});
