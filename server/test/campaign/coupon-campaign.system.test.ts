import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { activate, stop } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom } from "#demo/history/seeded-random.ts";
import { runAudit } from "#features/audit/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  CrashedAtStart,
  killedServerName,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { printedSeed } from "#test/random-seed.ts";
import { relaxedLimits } from "#test/app/relaxed-limits.ts";

const clients = 64;
/** Number of rounds in `npm run test:system`; `npm run campaign -- coupon` runs 200. */
const sample = 2;
const rounds = Number(process.env["REPOSO_COUPON_ROUNDS"] ?? sample);
/** Fail points at which servers are killed, each at an early or a later hit. */
const steps = [
  "activate.before-commit",
  "activate.written",
  "activate.committed",
  "before-answer-saved",
  "stop.before-commit",
  "stop.committed",
  "outbox.claimed.send-command",
  "start.before-publish",
] as const;

let test: TestDatabase;
let servers: KilledServers;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await openTestDatabase();
  servers = await openKilledServers(test.connection, {
    ...relaxedLimits,
    // Nothing processes the messages of these chairs, so an order stays live until it is stopped.
    START_DEADLINE_SECONDS: "600",
  });
  outlet = await makePricedOutlet(test.owner);
});
afterAll(async () => {
  await servers.close();
  await test.close();
});

it(
  `[START-6] [G-5] grants a coupon to exactly one of ${clients} concurrent clients in ${rounds} rounds with killed servers`,
  async () => {
    const random = seededRandom(`coupon ${printedSeed("one coupon and servers that die")}`);
    const devices = await Promise.all(
      Array.from({ length: clients }, () => makeDevice(test.owner, { ...outlet, online: true })),
    );
    const tokens = await Promise.all(
      Array.from({ length: clients }, async () => (await makeCustomer(test.owner)).token),
    );
    const couponCode = await makeCoupon(test.owner);
    let server: RunningServer | null = null;
    let kills = 0;

    /** Returns the current server, or starts another one. */
    async function runningServer(): Promise<RunningServer> {
      while (server === null) {
        const started = await servers.start(nextKill()).catch((error: unknown) => {
          // The start failed because its database connections were closed, so another server is started.
          if (!(error instanceof CrashedAtStart || performance.now() < cutUntil)) throw error;
          return null;
        });
        // Chairs of a killed server count as offline until they reconnect, which real chairs do immediately.
        await sql`UPDATE device SET online = true`.execute(test.owner);
        await sql`UPDATE idempotent_answer SET held_until = now()`.execute(test.owner);
        await sql`UPDATE outbox SET due_at = now()`.execute(test.owner);
        server = started;
        void started?.exited.then(() => {
          kills += 1;
          if (server === started) server = null;
        });
      }
      return server;
    }
    const nextKill = () => {
      const step = random.pick(steps, () => 1);
      return `${step}:${random.between(1, 6)}`;
    };
    let starting: Promise<RunningServer> | null = null;
    const current = () => {
      if (server !== null) return Promise.resolve(server);
      starting ??= runningServer().finally(() => (starting = null));
      return starting;
    };

    async function callUntilAnswered<R>(send: (url: string) => Promise<{ code: number; data: R } | null>) {
      for (;;) {
        const answer = await send((await current()).url);
        if (answer !== null && answer.code !== 500 && answer.code !== 503) return answer;
        await delay(20);
      }
    }

    for (let round = 0; round < rounds; round += 1) {
      const cut = random.next() < 0.25 ? cutConnections(random.between(0, 60)) : Promise.resolve();
      const answers = await Promise.all(
        tokens.map((token, at) => {
          const request = {
            deviceId: devices[at],
            priceId: outlet.priceIds[0],
            payType: "coupon",
            couponCode,
          };
          const headers = { "access-token": token, "idempotency-key": randomUUID() };
          return callUntilAnswered((url) => callUrl(url, activate, request, headers));
        }),
      );
      await cut;
      const winners = answers.flatMap(({ code, data }, at) => (code === 200 ? [{ at, ...data }] : []));
      expect(winners).toHaveLength(1);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 20402]));
      expect(await usesOf(test.database, couponCode)).toBe(1);
      expect(await liveOrders()).toEqual(winners.map(({ orderId }) => orderId));
      // Stopping the order fails its start, which returns the use of the coupon for the next round.
      const [{ at, orderId }] = winners as [(typeof winners)[number]];
      const headers = { "access-token": tokens[at] as string, "idempotency-key": randomUUID() };
      const stopped = await callUntilAnswered((url) => callUrl(url, stop, { orderId }, headers));
      expect(stopped).toMatchObject({ code: 200, data: { orderStatus: "failed" } });
      expect(await usesOf(test.database, couponCode)).toBe(0);
    }
    console.log(`${rounds} rounds, ${kills} servers killed`);
    if (rounds > sample) expect(kills).toBeGreaterThan(rounds / 8);
    expect(await runAudit(test.database)).toEqual([]);
  },
  120_000 + rounds * 30_000,
);

/** Time (by `performance.now`) until which a server may fail because its database connections were closed. */
let cutUntil = 0;

async function cutConnections(afterMs: number): Promise<void> {
  await delay(afterMs);
  cutUntil = performance.now() + 15_000;
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${killedServerName}`.execute(test.owner);
}

async function liveOrders(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT order_id AS id FROM orders WHERE status IN ('paid', 'starting', 'running')`.execute(test.database);
  return rows.map(({ id }) => id);
}
