import { randomUUID } from "node:crypto";
import { sql } from "./sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { countAttempt, countInDay, purgeAttempts } from "./attempt-window.ts";
import { transact } from "./unit-of-work.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

it("allows exactly the limit of attempts per minute, even if they are concurrent", async () => {
  const clock = manualClock(new Date("2026-11-21T08:00:45Z"));
  const subject = randomUUID();
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => countAttempt(db.database, clock, subject, 10)),
  );
  expect(tries.filter(({ allowed }) => allowed)).toHaveLength(10);
  expect(tries.find(({ allowed }) => !allowed)?.retryAfterSeconds).toBe(15);
  expect((await countAttempt(db.database, clock, randomUUID(), 10)).allowed).toBe(true);
  clock.advance(15_000);
  expect((await countAttempt(db.database, clock, subject, 10)).allowed).toBe(true);
});

it("purges only the attempts of past minutes", async () => {
  const clock = manualClock(new Date("2026-11-21T09:00:00Z"));
  const subject = randomUUID();
  await countAttempt(db.database, clock, subject, 1);
  clock.advance(20 * 60_000);
  await countAttempt(db.database, clock, subject, 1);
  await purgeAttempts(db.database, clock);
  const remaining = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM try_window WHERE subject = ${subject}`.execute(db.owner);
  expect(remaining.rows[0]?.n).toBe(1);
});

it("counts only committed effects per day, and keeps the counts of the day", async () => {
  const clock = manualClock(new Date("2026-11-21T00:10:00Z"));
  const subject = randomUUID();
  const count = () => transact(db.database, (uow) => countInDay(uow, clock, subject, 1));
  const failed = transact(db.database, async (uow) => {
    await countInDay(uow, clock, subject, 1);
    throw new Error("the effect failed");
  });
  await expect(failed).rejects.toThrow("the effect failed");
  expect((await count()).allowed).toBe(true);
  clock.advance(23 * 3_600_000);
  await purgeAttempts(db.database, clock);
  expect(await count()).toMatchObject({ allowed: false, retryAfterSeconds: 50 * 60 });
  clock.advance(3_600_000);
  expect((await count()).allowed).toBe(true);
  await purgeAttempts(db.database, clock);
  expect((await count()).allowed).toBe(false);
});
