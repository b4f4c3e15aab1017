import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { systemClock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createOutboxWorker, enqueue, type OutboxHandler } from "./outbox.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const put = (subject: string) =>
  transact(test.database, (uow) =>
    enqueue(uow, { kind: "effect", subject, payload: { for: subject }, dueAt: new Date() }),
  );
const remaining = () =>
  sql<{ due_at: Date }>`SELECT due_at FROM outbox ORDER BY outbox_id`.rows(test.database);

function startWorker(handler: OutboxHandler) {
  const worker = createOutboxWorker({
    database: test.database,
    clock: systemClock,
    log: silentLog,
    handlers: { effect: handler },
    // Long enough to be renewed in time on a machine that stalls for several seconds.
    leaseMs: 5_000,
  });
  worker.start();
  return worker;
}

it("renews the lease of a job while it is processed, even while the worker stops", async () => {
  let attempts = 0;
  const release = Promise.withResolvers<void>();
  const handler: OutboxHandler = async () => {
    attempts += 1;
    await release.promise;
  };
  await put("slow");
  const both = [startWorker(handler), startWorker(handler)];
  await expect.poll(() => attempts).toBe(1);
  const leasedUntil = (await remaining())[0]?.due_at.getTime() ?? 0;
  const leased = async () => ((await remaining())[0]?.due_at.getTime() ?? 0) - leasedUntil;
  await expect.poll(leased).toBeGreaterThan(5_000);
  const stopped = Promise.all(both.map((worker) => worker.stop()));
  await expect.poll(leased).toBeGreaterThan(7_000);
  expect(attempts).toBe(1);
  release.resolve();
  await stopped;
  await expect.poll(remaining).toEqual([]);
  expect(attempts).toBe(1);
});

describe("a server killed", () => {
  const runFixture = async (failPoint: string, leaseMs: number) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, "..", "..", "..", "test", "processes", "outbox-process.ts")],
      {
        env: {
          ...process.env,
          REPOSO_FAIL_POINT: failPoint,
          CONNECTION: JSON.stringify(test.connection),
          LEASE_MS: String(leaseMs),
          NODE_ENV: "test",
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    return { output: output.trim().split("\n").filter(Boolean), signal };
  };

  it.each([
    // In the first two cases, the lease of the killed server expires soon. In the last case, the lease is longer than
    // any stall of the machine, because a worker correctly repeats a job whose lease has expired.
    ["outbox.claimed.effect", 300, [], ["2"]],
    ["outbox.effected.effect", 300, ["1"], ["2"]],
    ["outbox.deleted.effect", 30_000, ["1"], []],
  ])(
    "at %s repeats an effect that may not have happened, and loses no job",
    async (point, leaseMs, before, after) => {
      await put("vital");
      const killed = await runFixture(point, leaseMs);
      expect(killed).toEqual({ output: before, signal: "SIGKILL" });
      const next = await runFixture("", 30_000);
      expect(next).toEqual({ output: after, signal: null });
      expect(await remaining()).toEqual([]);
    },
  );
});
