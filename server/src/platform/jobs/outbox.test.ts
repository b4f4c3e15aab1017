import { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type ManualClock, manualClock, systemClock } from "#platform/time/clock.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import {
  createOutboxWorker,
  enqueue,
  type OutboxHandler,
  type OutboxWorker,
  retryDelayMs,
} from "./outbox.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
const workers: OutboxWorker[] = [];
let clock: ManualClock;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  clock = manualClock(new Date("2026-11-21T08:00:00Z"));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await sql`DELETE FROM outbox`.execute(test.database);
});

function startWorker(
  handler: OutboxHandler,
  options: { clock?: typeof systemClock; concurrency?: number } = {},
) {
  const worker = createOutboxWorker({
    database: test.database,
    clock,
    log: silentLog,
    handlers: { effect: handler },
    ...options,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const put = (subject: string, dueAt = clock.now(), kind = "effect") =>
  transact(test.database, (uow) => enqueue(uow, { kind, subject, payload: { for: subject }, dueAt }));

const remaining = () =>
  sql<{ due_at: Date; attempts: number; last_error: string | null; subject: string }>`
    SELECT * FROM outbox ORDER BY outbox_id`.rows(test.database);
const isEmpty = async () => {
  await expect.poll(remaining).toEqual([]);
};

it("[LOG-1] logs once a minute that jobs cannot be claimed", async () => {
  const lines: { omitted?: number }[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as { omitted?: number });
      done();
    },
  });
  const database = connectDatabase({ connection: test.connection });
  await database.destroy();
  let polls = 0;
  const worker = createOutboxWorker({
    database,
    clock: {
      now: clock.now,
      sleep(ms, signal) {
        polls += 1;
        return systemClock.sleep(ms === 250 ? 1 : ms, signal);
      },
    },
    log: createLog("warn", output),
    handlers: { effect: async () => {} },
    leaseMs: 3_600_000,
  });
  workers.push(worker);
  worker.start();
  await expect.poll(() => polls).toBeGreaterThan(20);
  expect(lines).toHaveLength(1);
  clock.advance(60_000);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]?.omitted).toBeGreaterThan(10);
});

describe("the outbox", () => {
  it("processes a job once and deletes it", async () => {
    const seen: unknown[] = [];
    await put("A");
    startWorker(async (job) => {
      seen.push([job.subject, job.payload, job.attempts]);
    });
    await isEmpty();
    expect(seen).toEqual([["A", { for: "A" }, 1]]);
  });

  it("claims neither a job of a transaction that was rolled back, nor a job before it is due", async () => {
    const seen: string[] = [];
    const worker = startWorker(async (job) => {
      seen.push(job.subject);
    });
    await transact(test.database, async (uow) => {
      enqueue(uow, { kind: "effect", subject: "rolled back", payload: null, dueAt: clock.now() });
      throw new Error("no");
    }).catch(() => {});
    await put("later", new Date(clock.now().getTime() + 60_000));
    worker.wake();
    await put("now");
    worker.wake();
    await expect.poll(() => seen).toEqual(["now"]);
    clock.advance(60_000);
    // The worker may be polling at this moment with the earlier time. Without a wake-up, it would then sleep on a clock
    // that does not advance.
    worker.wake();
    await isEmpty();
    expect(seen).toEqual(["now", "later"]);
  });

  it("claims only jobs whose kind has a handler", async () => {
    await put("foreign", clock.now(), "another");
    await put("own");
    startWorker(async () => {});
    await expect.poll(async () => (await remaining()).map((row) => row.subject)).toEqual(["foreign"]);
  });

  it("distributes 500 jobs to six workers, each job to exactly one worker", async () => {
    const seen = new Map<string, number>();
    for (let i = 0; i < 6; i += 1) {
      startWorker(
        async (job) => {
          seen.set(job.subject, (seen.get(job.subject) ?? 0) + 1);
        },
        { clock: systemClock },
      );
    }
    const now = new Date();
    await Promise.all(Array.from({ length: 500 }, (_, i) => put(`job ${i}`, now)));
    await isEmpty();
    expect(seen.size).toBe(500);
    expect([...seen.values()].every((times) => times === 1)).toBe(true);
  });

  it("processes more jobs than its concurrency without waiting for the next poll", async () => {
    let running = 0;
    let maxRunning = 0;
    for (let i = 0; i < 40; i += 1) await put(`job ${i}`);
    // The first three jobs wait for each other; otherwise a slow machine might not run them concurrently.
    const three = Promise.withResolvers<void>();
    // The clock does not advance, so a worker that sleeps polls again only if it is woken.
    startWorker(
      async (job) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        if (running === 3) three.resolve();
        await three.promise;
        if (job.outboxId % 3 === 0) await new Promise((resolve) => setTimeout(resolve, job.outboxId % 7));
        running -= 1;
      },
      { concurrency: 3 },
    );
    await isEmpty();
    expect(maxRunning).toBe(3);
  });

  it("retries after a failure with increasing delays and stores the error", async () => {
    let failures = 3;
    await put("stubborn");
    startWorker(async () => {
      if (failures-- > 0) throw new Error("the broker is away");
    });
    for (const attempt of [1, 2, 3]) {
      await expect.poll(async () => (await remaining())[0]?.last_error).toBe("the broker is away");
      const [row] = await remaining();
      expect(row?.attempts).toBe(attempt);
      expect(row?.due_at.getTime()).toBe(clock.now().getTime() + 250 * 2 ** (attempt - 1));
      await sql`UPDATE outbox SET last_error = NULL`.execute(test.database);
      clock.advance(250 * 2 ** (attempt - 1));
    }
    await isEmpty();
    expect([1, 2, 9, 1000].map(retryDelayMs)).toEqual([250, 500, 60_000, 60_000]);
  });

  /** Starts two workers. The first worker is paused after its claim for longer than its lease. */
  async function loseLease(afterwards: OutboxHandler) {
    const paused = Promise.withResolvers<void>();
    const resumed: string[] = [];
    const signals: AbortSignal[] = [];
    const second = Promise.withResolvers<void>();
    await put("contested");
    startWorker(
      async (job, context) => {
        signals.push(context.signal);
        await paused.promise;
        await afterwards(job, context);
      },
      { clock: manualClock(clock.now()) },
    );
    await expect.poll(() => signals.length).toBe(1);
    clock.advance(30_001);
    startWorker(async (job, context) => {
      resumed.push(`attempt ${job.attempts}`);
      await second.promise;
      await transact(test.database, (uow) => context.confirmLease(uow));
      resumed.push("recorded");
    });
    await expect.poll(() => resumed).toEqual(["attempt 2"]);
    return { resume: () => paused.resolve(), finish: () => second.resolve(), resumed };
  }

  it("rejects the outcome of a worker that has lost its lease", async () => {
    const outcomes: string[] = [];
    const { resume, finish, resumed } = await loseLease(async (_, { confirmLease }) => {
      const recording = transact(test.database, async (uow) => {
        await confirmLease(uow);
        outcomes.push("recorded");
      });
      await recording.catch((error: Error) => {
        outcomes.push(error.constructor.name);
        throw error;
      });
    });
    resume();
    await expect.poll(() => outcomes).toEqual(["LeaseLostError"]);
    finish();
    await isEmpty();
    expect(resumed).toEqual(["attempt 2", "recorded"]);
  });

  it.each([
    ["done", async () => {}],
    ["failed", () => Promise.reject(new Error("too late"))],
  ])("leaves the job to its new worker if the worker that lost its lease has %s", async (_, afterwards) => {
    const ended = Promise.withResolvers<void>();
    const { resume, finish, resumed } = await loseLease(async () => {
      ended.resolve();
      await afterwards();
    });
    const [before] = await remaining();
    resume();
    await ended.promise;
    // The first worker has finished with the job before the second worker confirms its lease.
    await workers[0]?.stop();
    expect(await remaining()).toEqual([before]);
    finish();
    await isEmpty();
    expect(resumed).toEqual(["attempt 2", "recorded"]);
  });

  it("stops after it has aborted the running handlers", async () => {
    await put("long");
    let [started, ended] = [false, false];
    const worker = startWorker(
      (_, { signal }) =>
        new Promise((resolve) => {
          started = true;
          signal.addEventListener("abort", () => {
            ended = true;
            resolve();
          });
        }),
    );
    // The worker starts the handler shortly after the job is stored.
    await expect.poll(() => started).toBe(true);
    await worker.stop();
    expect(ended).toBe(true);
    expect(await remaining()).toEqual([]);
  });
});
