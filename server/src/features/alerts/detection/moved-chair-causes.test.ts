import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importDevices } from "#features/device-import/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { selectDifferingCoins, selectPersistentFaults } from "./causes-store.ts";

let test: TestDatabase;
let outletId: string;
let newOutletId: string;
beforeAll(async () => {
  test = await sharedTestDatabase();
  outletId = await makeOutlet(test.owner);
  newOutletId = await makeOutlet(test.owner);
});
afterAll(() => test.close());

const movedAt = new Date("2026-11-21T12:00:00Z");
const after = (minutes: number) => new Date(movedAt.getTime() + minutes * 60_000);

/** A chair that was moved to the new outlet at noon. */
async function makeMovedChair(fault: string | null = null): Promise<string> {
  const deviceId = await makeDevice(test.owner, { outletId, fault, lastSeenAt: after(-90) });
  await transact(test.owner, (uow) =>
    importDevices(uow, [{ deviceId, outletId: newOutletId }], movedAt, "test"),
  );
  return deviceId;
}

const addEvents = (deviceId: string, events: readonly (readonly [seq: number, type: string, at: Date])[]) =>
  insertRows(
    test.owner,
    "chair_event",
    events.map(([seq, type, at]) => ({
      device_id: deviceId,
      epoch: "e1",
      seq,
      type,
      occurred_at: at,
      time_doubted: false,
      payload: "{}",
      received_at: at,
    })),
  );

const ofChair = <C extends { deviceId: string }>(causes: readonly C[], deviceId: string) =>
  causes.filter((cause) => cause.deviceId === deviceId);

it.each([{ events: [[1, "fault", after(-60)]] }, { events: [] }] as const)(
  "[ALERT-1] [G-9] dates a fault that began before a move from the move",
  async ({ events }) => {
    const deviceId = await makeMovedChair("E7");
    if (events.length > 0) await addEvents(deviceId, events);
    expect(ofChair(await selectPersistentFaults(test.database, after(-1)), deviceId)).toEqual([]);
    expect(ofChair(await selectPersistentFaults(test.database, after(0)), deviceId)).toEqual([
      { deviceId, outletId: newOutletId, fault: "E7", since: movedAt },
    ]);
  },
);

it("[ALERT-1] dates a fault that began after a move from its first event", async () => {
  const deviceId = await makeMovedChair("E7");
  await addEvents(deviceId, [
    [1, "fault", after(-60)],
    [2, "cleared", after(-50)],
    [3, "fault", after(5)],
  ]);
  expect(ofChair(await selectPersistentFaults(test.database, after(9)), deviceId)).toMatchObject([
    { since: after(5) },
  ]);
});

const quarantine = (deviceId: string, seq: number, differing: Record<string, unknown>) =>
  insertRows(test.owner, "quarantined_coin", [
    {
      device_id: deviceId,
      epoch: "e1",
      seq,
      outlet_id: newOutletId,
      run_id: "run",
      reason: "rate",
      amount_minor: 1000 * seq,
      currency: "PHP",
      seconds: 60,
      gear: 1,
      occurred_at: after(5),
      received_at: after(10),
      ...differing,
    },
  ]);

it("[ALERT-1] counts a quarantined coin in another currency without its amount", async () => {
  const deviceId = await makeMovedChair();
  await insertRows(test.owner, "chair_epoch", [{ device_id: deviceId, epoch: "e1" }]);
  await quarantine(deviceId, 1, { reason: "currency", amount_minor: 500_000, currency: "IDR" });
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toMatchObject([
    { coins: 1, amountMinor: 0 },
  ]);
  await quarantine(deviceId, 2, {});
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toMatchObject([
    { coins: 2, amountMinor: 2000 },
  ]);
});

it("[ALERT-1] [G-9] does not show the new outlet coins that were quarantined at an earlier outlet", async () => {
  const deviceId = await makeMovedChair();
  await insertRows(test.owner, "chair_epoch", [{ device_id: deviceId, epoch: "e1" }]);
  await quarantine(deviceId, 1, { outlet_id: outletId, occurred_at: after(-60) });
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toEqual([]);
  await quarantine(deviceId, 2, {});
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toMatchObject([
    { outletId: newOutletId, coins: 1, amountMinor: 2000 },
  ]);
});

it("[ALERT-1] [G-9] does not show the new outlet coins that may have gone missing before the move", async () => {
  const deviceId = await makeMovedChair();
  await addEvents(deviceId, [
    [1, "coin", after(-60)],
    [3, "coin", after(-50)],
    [5, "coin", after(5)],
    [7, "coin", after(6)],
  ]);
  await insertRows(test.owner, "attention_case", [
    {
      case_id: randomUUID(),
      kind: "coinsMissing",
      device_id: deviceId,
      subject: deviceId,
      detail: JSON.stringify({ count: 2, missingMinor: 3_000, currency: "PHP", newest: [] }),
      opened_at: after(-30),
    },
  ]);
  const addGap = (beforeSeq: number, missingMinor: number, foundAt: Date) =>
    insertRows(test.owner, "coin_gap", [
      {
        device_id: deviceId,
        epoch: "e1",
        before_seq: beforeSeq,
        after_seq: beforeSeq + 2,
        missing_minor: missingMinor,
        currency: "PHP",
        found_at: foundAt,
      },
    ]);
  await addGap(1, 1000, after(-30));
  // The gap was found after the move, but its coins may have been inserted before the move.
  await addGap(3, 500, after(10));
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toEqual([]);
  await addGap(5, 2000, after(10));
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toEqual([
    { deviceId, outletId: newOutletId, since: after(10), coins: 1, amountMinor: 2000 },
  ]);
});

it("[ALERT-1] [CASH-3] limits the amount of coins on hold whose sum exceeds the safe integers", async () => {
  const deviceId = await makeDevice(test.owner, { outletId });
  await sql`
    INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency, seconds, gear,
      occurred_at, received_at)
    SELECT ${deviceId}, 'e1', seq, ${outletId}, 'run', 'amount', 1000000000000, 'PHP', 60, 1, now(), now()
    FROM generate_series(1, 10000) AS seq`.execute(test.owner);
  expect(ofChair(await selectDifferingCoins(test.database), deviceId)).toMatchObject([
    { coins: 10_000, amountMinor: 1_000_000_000_000_000 },
  ]);
});
