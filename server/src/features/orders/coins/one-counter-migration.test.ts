import { runAudit } from "#features/audit/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { sql } from "#platform/postgres/sql.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { afterAll, beforeAll, expect, it } from "vitest";

let earlier: EarlierDatabase;
let owner: Database;
let outletId: string;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0110");
  ({ owner } = earlier);
  outletId = await makeOutlet(owner);
});
afterAll(() => earlier.close());

interface Coin {
  readonly counterBefore?: number;
  readonly counterAfter?: number;
}
const before = (counterBefore: number): Coin => ({ counterBefore });
const after = (counterAfter: number): Coin => ({ counterAfter });

/** Inserts a chair with coins of 1,000 each, by event number. */
async function makeChair(coins: Readonly<Record<number, Coin>>): Promise<string> {
  const deviceId = await makeDevice(owner, { outletId });
  for (const [seq, coin] of Object.entries(coins))
    await sql`
      INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
      VALUES (${deviceId}, 'e1', ${seq}, 'coin', '2026-11-21T04:00:00Z', false,
        ${JSON.stringify({ amount: 1_000, ...coin })}::jsonb, '2026-11-21T04:00:00Z')`.execute(owner);
  return deviceId;
}

/** Inserts a gap in epoch e0 that an earlier version has found, with its case. */
async function findEarlierGap(deviceId: string, { isClosed }: { isClosed: boolean }): Promise<void> {
  const gap = { epoch: "e0", beforeSeq: 1, afterSeq: 3, missingMinor: 500 };
  await sql`
    INSERT INTO coin_gap VALUES (${deviceId}, 'e0', 1, 3, 500, 'PHP', '2026-11-20T04:00:00Z')`.execute(owner);
  await sql`
    INSERT INTO attention_case (case_id, kind, device_id, subject, detail, opened_at, closed_at)
    VALUES (gen_random_uuid(), 'coinsMissing', ${deviceId}, ${deviceId},
      ${JSON.stringify({ count: 1, missingMinor: 500, currency: "PHP", newest: [gap] })}::jsonb,
      '2026-11-20T04:00:00Z', ${isClosed ? "2026-11-20T05:00:00Z" : null})`.execute(owner);
}

async function caseOf(deviceId: string): Promise<Record<string, unknown> | null> {
  const found = await sql<{ detail: Record<string, unknown> }>`
    SELECT detail FROM attention_case WHERE subject = ${deviceId} AND closed_at IS NULL`.rowOrNull(owner);
  return found?.detail ?? null;
}

it("[CASH-3] [G-6] opens cases for coins that chairs with one counter lost before an update", async () => {
  const onlyAfter = await makeChair({ 1: after(1_000), 3: after(3_000), 4: after(4_000), 9: after(7_000) });
  const onlyBefore = await makeChair({ 1: before(0), 3: before(2_000) });
  const known = await makeChair({ 1: before(0), 3: before(2_000) });
  await findEarlierGap(known, { isClosed: false });
  const closed = await makeChair({ 1: before(0), 3: before(2_000) });
  await findEarlierGap(closed, { isClosed: true });
  const complete = await makeChair({ 1: after(1_000), 2: after(2_000) });
  // What happened between the two counters is unknown, because the coin between them has none.
  const unknown = await makeChair({ 1: after(1_000), 2: {}, 3: after(3_000) });
  const forged = await makeChair({ 1: after(1_000), 2: { counterAfter: 1e300 }, 3: after(2_000) });
  await sql`
    INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency, seconds,
      gear, occurred_at, received_at)
    VALUES (${forged}, 'e1', 2, ${outletId}, 'run', 'counter', 1000, 'PHP', 60, 1, now(), now())`.execute(
    owner,
  );

  await migrate(earlier.connection);

  const gap = { epoch: "e1", beforeSeq: 1, afterSeq: 3, missingMinor: 1_000 };
  expect(await caseOf(onlyAfter)).toEqual({
    count: 2,
    missingMinor: 3_000,
    currency: "PHP",
    newest: [{ epoch: "e1", beforeSeq: 4, afterSeq: 9, missingMinor: 2_000 }, gap],
  });
  const one = { count: 1, missingMinor: 1_000, currency: "PHP", newest: [gap] };
  expect(await caseOf(onlyBefore)).toEqual(one);
  expect(await caseOf(known)).toEqual({
    count: 2,
    missingMinor: 1_500,
    currency: "PHP",
    newest: [gap, { epoch: "e0", beforeSeq: 1, afterSeq: 3, missingMinor: 500 }],
  });
  // A gap of a case that a person has closed is not counted again.
  expect(await caseOf(closed)).toEqual(one);
  for (const deviceId of [complete, unknown, forged]) expect(await caseOf(deviceId)).toBeNull();
  const findings = (await runAudit(owner)).filter(({ audit }) =>
    /^(coin-counters|missing-coins)/.test(audit),
  );
  expect(findings).toEqual([]);
});
