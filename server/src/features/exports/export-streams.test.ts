import { request as openRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { orderExport } from "@reposo/contract/orders/order-lists.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memoryInUse } from "#test/processes/memory-in-use.ts";
import { makeDevice, makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { writePastOrders } from "#test/app/past-orders.ts";
import { openOrderApp, type OrderApp, eventually } from "#test/app/order-app.ts";

const orders = 40_000;
let world: OrderApp;
let outletId: string;
let token: string;
let port: number;
beforeAll(async () => {
  world = await openOrderApp();
  outletId = await makeOutlet(world.owner, { name: "Glorietta Spa, second floor by the fountain" });
  await makeDevice(world.owner, { outletId });
  await writePastOrders(world.owner, [outletId], {
    count: orders,
    until: new Date("2026-11-20T00:00:00Z"),
    everySeconds: 7,
  });
  ({ token } = await makeManager(world.owner, { outletIds: [outletId] }));
  await world.http.listen({ host: "127.0.0.1", port: 0 });
  port = (world.http.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

/** Requests an export and reads nothing of the file until the response is resumed. */
function begin(format: "csv" | "xlsx", as = token): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const path = `/api${orderExport.path}?format=${format}`;
    openRequest({ port, path, headers: { "access-token": as } }, (response) => resolve(response.pause()))
      .on("error", reject)
      .end();
  });
}
const codeOf = async (response: IncomingMessage): Promise<number> => {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return (JSON.parse(text) as { code: number }).code;
};
const snapshots = async () =>
  (
    await sql<{ open: number }>`
      SELECT count(*) AS open FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND backend_xmin IS NOT NULL
        AND pid <> pg_backend_pid()`.execute(world.owner)
  ).rows[0]?.open;
const allClosed = () => eventually(async () => expect(await snapshots()).toBe(0));

it.each(["csv", "xlsx"] as const)(
  "[ORD-2] writes %s only as fast as the client reads, and stops when the client disconnects",
  async (format) => {
    const response = await begin(format);
    expect(response.headers["export-rows"]).toBe(String(orders));
    await eventually(async () => expect(await snapshots()).toBe(1));
    response.destroy();
    await allClosed();
  },
);

it("[ORD-2] streams at most two exports per manager and frees the slot when one ends", async () => {
  const first = await begin("csv");
  const second = await begin("csv");
  expect(await codeOf((await begin("xlsx")).resume())).toBe(20103);
  const other = (await makeManager(world.owner, { outletIds: [outletId] })).token;
  const third = await begin("csv", other);
  expect(third.headers["export-rows"]).toBe(String(orders));
  first.destroy();
  await eventually(async () => {
    const again = await begin("csv");
    expect(again.headers["export-rows"]).toBe(String(orders));
    again.destroy();
  });
  // A client that reads to the end receives everything.
  let lines = 0;
  for await (const chunk of second) lines += String(chunk).split("\n").length - 1;
  expect(lines).toBe(orders + 1);
  third.destroy();
  await allClosed();
});

it("[G-9] exports a snapshot without orders that arrive during the download", async () => {
  const response = await begin("csv");
  const deviceId = await makeDevice(world.owner, { outletId });
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, currency)
    SELECT new_order_id(at), 'late-' || n, at, ${deviceId}, ${outletId}, 'coin', 'coin', 'completed', 1, 10, 500, 'PHP'
    FROM generate_series(1, 50) AS n, LATERAL (SELECT '2026-11-19T00:00:00Z'::timestamptz - n * interval '1 hour' AS at) AS o`.execute(
    world.owner,
  );
  let text = "";
  for await (const chunk of response) text += String(chunk);
  expect(text.split("\r\n")).toHaveLength(orders + 2);
  expect(text).not.toContain("late-");
  expect((await begin("csv")).destroy().headers["export-rows"]).toBe(String(orders + 50));
  await allClosed();
});

it.each([
  ["csv", 5_000_000],
  ["xlsx", 1_000_000],
] as const)(
  "[ORD-2] uses no more memory at the end of a %s file than at its beginning",
  async (format, minLength) => {
    let length = 0;
    for await (const chunk of await begin(format)) length += (chunk as Buffer).length;
    expect(length).toBeGreaterThan(minLength);
    const shares = [0.2, 0.4, 0.6, 0.8, 0.95];
    const inUse: number[] = [];
    let bytes = 0;
    for await (const chunk of await begin(format)) {
      bytes += (chunk as Buffer).length;
      if (bytes > length * (shares[inUse.length] ?? 1)) inUse.push(memoryInUse());
    }
    expect(inUse).toHaveLength(shares.length);
    // All rows of the file need more than 20 MB. Temporary memory appears in single measurements, retained
    // memory in all later ones.
    expect(Math.min(...inUse.slice(2)) - Math.min(...inUse.slice(0, 2))).toBeLessThan(4_000_000);
  },
);
