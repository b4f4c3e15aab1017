import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audits } from "#features/audit/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { importingOrders, sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { printedSeed } from "#test/random-seed.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
/** Has enough connections for transactions to wait for each other. */
let owner: Database;
let outletIds: string[];
let chairs: { outletId: string; deviceId: string }[];
const newest = Date.UTC(2026, 10, 21, 4, 7);
beforeAll(async () => {
  test = await sharedTestDatabase();
  owner = connectDatabase({ connection: { ...test.connection, ...importingOrders }, poolSize: 16 });
  outletIds = await Promise.all([0, 1, 2].map(() => makeOutlet(test.owner)));
  chairs = await Promise.all(
    [0, 0, 1, 1, 2].map(async (at) => {
      const outletId = outletIds[at] as string;
      return { outletId, deviceId: await makeDevice(test.owner, { outletId }) };
    }),
  );
});
afterAll(async () => {
  await owner.destroy();
  await test.close();
});

const ends = ["cancelled", "failed"] as const;
const ending = fc.record({
  chair: fc.nat(4),
  quartersAgo: fc.oneof(fc.nat(3), fc.nat(3000)),
  end: fc.constantFrom(...ends),
});

describe("counts of orders that end concurrently", () => {
  it("[G-1] are exact and never deadlock, whichever orders end together and in whatever order", async () => {
    const seed = printedSeed("orders that end at once");
    const batches = fc.sample(fc.array(ending, { minLength: 1, maxLength: 6 }), { seed, numRuns: 60 });
    const placed = await Promise.all(
      batches.map((batch) =>
        Promise.all(
          batch.map(async ({ chair, quartersAgo, end }) => ({
            orderId: await makeOrder(test.owner, {
              ...(chairs[chair] as (typeof chairs)[number]),
              status: "unpaid",
              orderedAt: new Date(newest - quartersAgo * 900_000),
            }),
            end,
          })),
        ),
      ),
    );
    // The transactions are not retried, so a deadlock fails the test.
    await Promise.all(
      placed.map((batch, index) =>
        transact(owner, async (uow) => {
          await sql`
            UPDATE orders o SET status = given.status, ended_at = o.ordered_at
            FROM unnest(${batch.map((one) => one.orderId)}::uuid[], ${batch.map((one) => one.end)}::text[])
              AS given (order_id, status)
            WHERE o.order_id = given.order_id`.execute(uow);
          addLedgerEntry(
            uow,
            {
              ...(chairs[index % chairs.length] as (typeof chairs)[number]),
              orderId: batch[0]?.orderId as string,
              channel: "online",
              currency: "PHP",
              amountMinor: 100,
              source: "coin",
              sourceId: `ends at once ${index}`,
              occurredAt: new Date(newest),
            },
            new Date(newest),
          );
        }),
      ),
    );
    // One statement changes the final status of most failed orders, and updates one order without a change.
    const failed = placed.flat().filter((one) => one.end === "failed");
    await sql`
      UPDATE orders SET status = CASE WHEN order_id = ${failed[0]?.orderId} THEN status ELSE 'refunded' END
      WHERE order_id = ANY(${failed.map((one) => one.orderId)}::uuid[])`.execute(owner);
    const counted = await sql<Record<string, number>>`
      SELECT sum(cancelled)::integer AS cancelled, sum(failed)::integer AS failed, sum(refunded)::integer AS refunded
      FROM outlet_order_rollup WHERE grain = 'month' AND outlet_id = ANY(${outletIds}::text[])`.execute(
      test.database,
    );
    expect(counted.rows).toEqual([
      { cancelled: placed.flat().length - failed.length, failed: 1, refunded: failed.length - 1 },
    ]);
    for (const name of ["order-rollups", "order-rollups-of-outlets", "open-orders"]) {
      const audit = audits.find((one) => one.name === name);
      expect((await audit?.violations.execute(test.database))?.rows).toEqual([]);
    }
  }, 60_000);
});
