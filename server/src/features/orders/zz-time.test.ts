import { afterAll, beforeAll, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { makeDevice, makeOutlet } from "#test/network-factory.ts";
import { writePastOrders } from "#test/past-orders.ts";
import { planOf } from "#test/query-plan.ts";
import { countMatching } from "./order-counts-store.ts";
import type { OrderFilter } from "./order-filter.ts";
import { firstOrderIdAt } from "./order-id.ts";
import { allOrders, selectOrders } from "./order-list-store.ts";

const until = new Date("2026-11-20T00:00:00Z");
const longAgo = firstOrderIdAt(new Date("2025-12-24T10:20:30Z"));
const days = { from: new Date("2026-02-09T16:00:00Z"), to: new Date("2026-02-12T16:00:00Z") };
const page = 21;
let test: TestDatabase;
let own: string[];
let deviceId: string;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  const outlets: string[] = [];
  for (let outlet = 0; outlet < 25; outlet += 1) {
    const outletId = await makeOutlet(test.owner);
    outlets.push(outletId);
    for (let chair = 0; chair < 2; chair += 1) deviceId = await makeDevice(test.owner, { outletId });
  }
  own = outlets.slice(-3);
  // One in 2,003 is rare: of the 12,000 of these three outlets, about six in a year and a half.
  await writePastOrders(test.owner, outlets, { count: 100_000, until, everySeconds: 480, rareEvery: 2003 });
});
afterAll(() => test.close());

interface Touched {
  orders: number;
  rollups: number;
}

async function rowsTouched(read: (db: TestDatabase["database"]) => Promise<unknown>): Promise<Touched> {
  const nodes = await planOf(test.database, read);
  const rowsOf = (isOf: (relation: string) => boolean) =>
    nodes
      .filter((node) => isOf(node["Relation Name"] ?? ""))
      .reduce(
        (sum, node) =>
          sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
        0,
      );
  return {
    orders: rowsOf((relation) => relation.startsWith("orders")),
    rollups: rowsOf((relation) => relation === "order_rollup"),
  };
}

it("times", async () => {
  for (const [name, filter, before] of [
    ["all", {}, null],
    ["common", { statuses: ["completed"] }, null],
    ["rare", { statuses: ["failed"] }, null],
    ["rare old", { statuses: ["failed"] }, longAgo],
    ["device", { deviceId }, null],
  ] as const) {
    const ms: number[] = [];
    for (let i = 0; i < 40; i++) {
      const t = performance.now();
      await selectOrders(test.database, { outletIds: own, ...filter } as OrderFilter, before, 21);
      ms.push(performance.now() - t);
    }
    const t: number[] = [];
    for (let i = 0; i < 15; i++) {
      const s = performance.now();
      await countMatching(test.database, { outletIds: own, ...filter } as OrderFilter);
      t.push(performance.now() - s);
    }
    console.log(
      name,
      "first",
      ms[0]?.toFixed(1),
      "min",
      Math.min(...ms).toFixed(2),
      "median",
      ms.sort((a, b) => a - b)[20]?.toFixed(2),
      "total min",
      Math.min(...t).toFixed(2),
    );
  }
});
