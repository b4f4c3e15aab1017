import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { answersOf } from "./feedback-answers-store.ts";

/** Permissions that existed before the migration under test. */
const oldPermissions = ["home", "details", "user"] as const;

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0036");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

it("[FB-1] restores overwritten answers when migrating, and numbers only the first ten feedback entries of an order", async () => {
  const outlet = await makePricedOutlet(owner);
  const deviceId = await makeDevice(owner, outlet);
  const { caller } = await makeManager(owner, { outletIds: [outlet.outletId], permissions: oldPermissions });
  const orderId = await makeOrder(owner, { ...outlet, deviceId, status: "completed" });
  const add = async (nth: number, answer: string | null) => {
    const feedbackId = randomUUID();
    const at = `2026-11-01T10:00:${String(nth).padStart(2, "0")}Z`;
    await sql`
      INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, account_id, problem, abnormal,
        media_count, state, answer, created_at, answered_at)
      VALUES (${feedbackId}, ${`FB-0000-00${String(nth).padStart(2, "0")}`}, ${orderId}, ${outlet.outletId},
        ${deviceId}, ${caller.accountId}, 'It stopped', '', 0, ${answer === null ? "sent" : "answered"},
        ${answer}::text, ${at}, ${answer === null ? null : at}::timestamptz)`.execute(owner);
    return feedbackId;
  };
  const twice = await add(1, "Second");
  const unnotified = await add(2, "Only");
  for (let nth = 3; nth <= 14; nth += 1) await add(nth, null);
  for (const answer of ["First", "Second"])
    await sql`
      INSERT INTO audit_entry (at, actor, action, subject, detail)
      VALUES ('2026-11-01T10:00:01Z', 'manager:x', 'feedback.answered', ${`feedback:${twice}`},
        ${JSON.stringify({ answer })}::jsonb)`.execute(owner);

  await migrate(earlier.connection);
  const answerTextsOf = async (id: string) => (await answersOf(owner, id)).map(({ answer }) => answer);
  expect(await answerTextsOf(twice)).toEqual(["First", "Second"]);
  expect(await answerTextsOf(unnotified)).toEqual(["Only"]);
  // Simulates a server of the earlier version.
  await sql`
    UPDATE feedback SET answer = 'Third', answered_at = '2026-11-02T10:00:00Z'
    WHERE feedback_id = ${twice}`.execute(owner);
  await sql`
    UPDATE feedback SET state = 'closed', outcome = 'explained', closed_at = '2026-11-03T10:00:00Z'
    WHERE feedback_id = ${twice}`.execute(owner);
  expect(await answerTextsOf(twice)).toEqual(["First", "Second", "Third"]);
  const numbers = await sql<{ number: number | null }>`
    SELECT number FROM feedback ORDER BY created_at`.execute(owner);
  expect(numbers.rows.map(({ number }) => number)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => index + 1),
    ...Array.from({ length: 4 }, () => null),
  ]);
});
