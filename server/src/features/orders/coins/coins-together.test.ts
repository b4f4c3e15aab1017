import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { batchSize, toBatch } from "#chairs/gateway/chair-messages.ts";
import { runAudit } from "#features/audit/index.ts";
import { wireChairIntake } from "#wire-chair-intake.ts";
import { createPayments } from "#features/payments/index.ts";
import { manualClock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { createTestOrders } from "#test/app/create-test-orders.ts";

type Event = PayloadOf<"event">;

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  outlet = await makePricedOutlet(test.owner);
  await sql`UPDATE price_group SET coins_per_minute = 3 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
    test.owner,
  );
});
afterAll(() => test.close());

const noon = new Date("2026-11-21T12:00:00Z");
const epoch = "e1";

const kinds = ["honest", "foreign", "invented", "lost", "started", "finished", "fault"] as const;
type Kind = (typeof kinds)[number];

/** Returns the events that a chair sends. A lost coin has a number and raises the counter, but is not returned. */
function lifeOf(steps: readonly (readonly [Kind, number])[]): Event[] {
  let counter = 0;
  let run = 1;
  const started = new Set<number>();
  return steps.flatMap(([kind, seconds], index): Event[] => {
    const at = new Date(noon.getTime() + (index * 15 + seconds) * 1000).toISOString();
    const event = { epoch, seq: index + 1, at, runId: `run-${run}` };
    if (kind === "started" && !started.has(run)) {
      started.add(run);
      return [{ ...event, type: "started", seconds: 60 }];
    }
    if (kind === "fault") return [{ epoch, seq: index + 1, at, type: "fault", fault: "E1" }];
    if (kind === "finished") {
      run += 1;
      return [{ ...event, type: "finished", seconds: 60 }];
    }
    const counters = { counterBefore: counter, counterAfter: counter + 1000 };
    const coin = { ...event, type: "coin", seconds: 60, amount: 1000, currency: "PHP" } as const;
    if (kind === "invented") return [{ ...coin, counterBefore: counter, counterAfter: 9_000_000 }];
    counter += 1000;
    if (kind === "lost") return [];
    if (kind === "foreign") return [{ ...coin, ...counters, currency: "MYR" }];
    return [{ ...coin, ...counters }];
  });
}

/** Reports events in one batch, or one by one. @returns the resulting content of the database */
async function report(events: readonly Event[], isTogether: boolean) {
  const { database } = test;
  const clock = manualClock(new Date(noon.getTime() + 3_600_000));
  const wake = () => {};
  const orders = createTestOrders({
    database,
    clock,
    wake,
    payments: createPayments({ database, clock, providers: [], wake }),
  });
  const receipts: number[] = [];
  const intake = wireChairIntake({
    database,
    clock,
    log: silentLog,
    wake,
    sendReceipt: async (_deviceId, { upTo }) => void receipts.push(upTo),
  });
  intake.subscribe(orders.processChairMessages);
  const deviceId = await makeDevice(test.owner, outlet);
  for (let done = 0; done < events.length; ) {
    const messages = events.slice(done).map((payload) => ({ deviceId, topic: "event" as const, payload }));
    const batch = messages.slice(0, isTogether ? batchSize(messages) : 1);
    await intake.process(deviceId, () => toBatch(batch));
    done += batch.length;
  }
  const { rows } = await sql<Record<string, unknown>>`
    SELECT (SELECT jsonb_agg(jsonb_build_array(status, amount_minor, minutes, currency, ordered_at, started_at, ends_at,

          CASE WHEN end_reason <> 'silent' THEN ended_at END, end_reason) ORDER BY ordered_at, amount_minor) FROM orders WHERE device_id = d.device_id) AS orders,
      (SELECT jsonb_agg(jsonb_build_array(source_id, amount_minor, occurred_at) ORDER BY source_id)
        FROM ledger_entry WHERE device_id = d.device_id) AS entries,
      (SELECT jsonb_agg(jsonb_build_array(starts_at, cash_minor, cash_entries) ORDER BY starts_at)
        FROM revenue_rollup WHERE device_id = d.device_id AND grain = 'quarter') AS cells,
      (SELECT jsonb_agg(jsonb_build_array(seq, reason) ORDER BY seq)
        FROM quarantined_coin WHERE device_id = d.device_id) AS quarantined,
      (SELECT jsonb_agg(jsonb_build_array(kind, subject, detail->'missingMinor') ORDER BY kind, subject)
        FROM attention_case WHERE device_id = d.device_id AND closed_at IS NULL) AS cases,
      (SELECT complete_up_to FROM chair_epoch WHERE device_id = d.device_id) AS received
    FROM device d WHERE device_id = ${deviceId}`.execute(database);
  const result: unknown = JSON.parse(
    JSON.stringify({ ...rows[0], receipt: receipts.at(-1) }).replaceAll(deviceId, "chair"),
  );
  return result;
}

it("[CASH-1] [CASH-3] [G-7] gives the same result for coins that arrive in one batch as for coins that arrive one by one", async () => {
  const stretches = fc.array(fc.tuple(fc.nat({ max: 24 }), fc.integer({ min: 1, max: 3 })), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom<Kind>("honest", ...kinds), fc.constantFrom(0, 1, 14)), {
        minLength: 2,
        maxLength: 24,
      }),
      stretches,
      async (steps, again) => {
        const life = lifeOf(steps);
        // A chair that reconnects resends all events, so some of them arrive again.
        const events = [...again.flatMap(([from, length]) => life.slice(from, from + length)), ...life];
        expect(await report(events, true)).toEqual(await report(events, false));
      },
    ),
    { seed: printedSeed("coins together"), numRuns: sampleOf(60) },
  );
  expect(await runAudit(test.database)).toEqual([]);
}, 240_000);

it("[CASH-3] closes a gap when coins arrive on both sides of a known event", async () => {
  const life = lifeOf(
    (["honest", "honest", "started", "honest", "honest"] as const).map((kind) => [kind, 0]),
  );
  const [first, second, started, third, last] = life as [Event, Event, Event, Event, Event];
  const events = [first, last, started, second, started, third];
  const together = await report(events, true);
  expect(together).toEqual(await report(events, false));
  expect(together).toMatchObject({ cases: null });
});
