import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type EventClient, followEvents } from "#test/clients/event-client.ts";
import { type FrozenClock, freezeClock } from "#test/time/frozen-clock.ts";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { type NetworkServer, startNetworkServer } from "#test/app/network-server.ts";

let test: TestDatabase;
let server: NetworkServer;
let time: FrozenClock;
const clients: EventClient[] = [];
beforeAll(async () => {
  test = await sharedTestDatabase();
  server = await startNetworkServer(test.database);
});
beforeEach(() => {
  time = freezeClock(server);
});
afterEach(() => {
  time.release();
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const newToken = async () =>
  (await makeManager(test.owner, { outletIds: [await makeOutlet(test.owner)] })).token;

async function open(token: string): Promise<EventClient> {
  const client = await followEvents(server.origin, token);
  clients.push(client);
  return client;
}

/** Opens a stream and reads its text until the server closes it. */
async function readToEnd(token: string): Promise<{ text: Promise<string> }> {
  const response = await fetch(`${server.origin}/api/web/api/v1/events`, {
    headers: { "access-token": token },
  });
  return { text: response.text() };
}

it("[NET-3] closes the oldest stream of a token with a retry time for the ninth, and rejects an earlier reconnection", async () => {
  const token = await newToken();
  const first = await readToEnd(token);
  const second = await readToEnd(token);
  for (let n = 0; n < 7; n += 1) await open(token);
  expect(await first.text).toMatch(/\nretry: 1000\n\n$/);

  const early = await open(token);
  expect(early.response.status).toBe(429);
  expect(early.response.headers.get("retry-after")).toBe("1");
  time.advance(1_000);
  expect((await open(token)).response.status).toBe(200);
  expect(await second.text).toMatch(/\nretry: 2000\n\n$/);
  time.advance(1_000);
  expect((await open(token)).response.status).toBe(429);
  // Other tokens are not affected.
  expect((await open(await newToken())).response.status).toBe(200);
});

it("[NET-3] keeps eight streams of a token that opens streams without a pause", async () => {
  const token = await newToken();
  const opened = await Promise.all(Array.from({ length: 60 }, () => open(token)));
  const statuses = opened.map(({ response }) => response.status);
  // Eight streams, and one that replaced the oldest.
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  expect(statuses.filter((status) => status === 429)).toHaveLength(51);
  await expect.poll(() => server.liveEvents.countStreams(), { timeout: 30_000 }).toBe(8);
});
