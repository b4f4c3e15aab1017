import { setTimeout as delay } from "node:timers/promises";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord } from "@reposo/chair/chair-interface.ts";
import type { Endpoint, Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { sql } from "#platform/postgres/sql.ts";
import { type SeededRandom, seededRandom } from "#demo/history/seeded-random.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  killedServerName,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { relaxedLimits } from "#test/app/relaxed-limits.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const chairCount = 12;

export interface CampaignWorld {
  readonly test: TestDatabase;
  readonly servers: KilledServers;
  readonly companies: readonly PaymentCompany[];
  readonly outlet: PricedOutlet;
  readonly fleet: ChairFleet;
  readonly motors: readonly (MotorRecord & { deviceId: string })[];
  readonly random: SeededRandom;
  /** Fail point at which the current server will be killed; customers and managers prefer actions that reach it. */
  wanted: string | null;
  /** True if no further plan may be started. */
  isOver: boolean;
  /**
   * Time (by `performance.now`) until which a response with status 500 is accepted, because database connections were
   * closed.
   */
  cutUntil: number;
  /** Unexpected results, one sentence each. */
  readonly unexpected: string[];
  /** Resolves to the address of the current server; waits until a server runs. */
  url(): Promise<string>;
  serve(server: RunningServer): void;
  close(): Promise<void>;
}

/** Opens an outlet with chairs, payment providers, and a database, which keep running when servers are killed. */
export async function openCampaignWorld(seed: number): Promise<CampaignWorld> {
  const test = await openTestDatabase({ poolSize: 12 });
  const companies = [await openStripeCompany(), await openXenditCompany()];
  const servers = await openKilledServers(
    test.connection,
    Object.fromEntries([
      ["START_DEADLINE_SECONDS", "5"],
      ...Object.entries(relaxedLimits),
      ...companies.flatMap(({ env }) => Object.entries(env)),
    ]),
  );
  const outlet = await makePricedOutlet(test.owner);
  await sql`UPDATE outlet SET refund_policy = 'proportional' WHERE outlet_id = ${outlet.outletId}`.execute(
    test.owner,
  );
  const motors: (MotorRecord & { deviceId: string })[] = [];
  const fleet = chairFleet({
    mqttUrl: servers.mqttUrl,
    reconnectMs: 50,
    maxReconnectMs: 200,
    resendMs: 300,
  });
  for (let n = 0; n < chairCount; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...outlet, online: false });
    const secret = await transact(test.database, (uow) =>
      rotateCredential(uow, deviceId, new Date("2026-11-01T00:00:00Z")),
    );
    fleet.add({
      deviceId,
      secret: secret as string,
      // At this speed, fifteen minutes of massage take three seconds.
      speed: 300,
      faults: { powerOffMs: 200 },
      onMotorStopped: (ran) => motors.push({ ...ran, deviceId }),
    });
  }

  let current: RunningServer | null = null;
  let started = Promise.withResolvers<string>();
  return {
    test,
    servers,
    companies,
    outlet,
    fleet,
    motors,
    random: seededRandom(`campaign ${seed}`),
    wanted: null,
    isOver: false,
    cutUntil: 0,
    unexpected: [],
    url: () => (current === null ? started.promise : Promise.resolve(current.url)),
    serve(server) {
      current = server;
      started.resolve(server.url);
      void server.exited.then(() => {
        if (current !== server) return;
        current = null;
        started = Promise.withResolvers();
      });
    },
    async close() {
      await fleet.stop();
      await servers.close();
      for (const company of companies) await company.close();
      await test.close();
    },
  };
}

export const oneIn = ({ random }: Pick<CampaignWorld, "random">, often: number): boolean =>
  random.next() < 1 / often;

const noAnswer = new Set([500, 503]);

/** Repeats a call until a server responds, as a browser does while its server is briefly unavailable. */
export async function callUntilAnswered<E extends Endpoint>(
  world: CampaignWorld,
  endpoint: E,
  request: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Envelope<ReplyOf<E>>> {
  for (;;) {
    const answer = await callUrl(await world.url(), endpoint, request, headers);
    if (answer !== null && !noAnswer.has(answer.code)) return answer;
    if (answer?.code === 500 && performance.now() > world.cutUntil)
      world.unexpected.push(`${endpoint.name} answers 500: ${JSON.stringify(answer)}`);
    await delay(50);
  }
}

/** Repeats a request until a server responds with a status below 500; returns the status. */
export async function postUntilAnswered(
  world: CampaignWorld,
  path: string,
  make: () => { body: string; headers: Record<string, string> },
): Promise<number> {
  for (;;) {
    const url = new URL(path, await world.url());
    const answer = await fetch(url, { method: "POST", redirect: "manual", ...make() }).catch(() => null);
    await answer?.body?.cancel().catch(() => {});
    if (answer !== null && answer.status < 500) return answer.status;
    if (answer?.status === 500 && performance.now() > world.cutUntil)
      world.unexpected.push(`${path} answers 500`);
    await delay(50);
  }
}

/**
 * Makes jobs and leases due now. Otherwise the leases of killed servers would expire only after half a minute, and checks
 * of payments and refunds would be due even later.
 */
export async function advanceServerTime(
  { test }: Pick<CampaignWorld, "test">,
  kinds: readonly string[] | "all",
) {
  await sql`UPDATE outbox SET due_at = now() WHERE due_at > now()
    AND ${kinds === "all" ? sql`true` : sql`kind = ANY(${kinds})`}`.execute(test.owner);
  if (kinds === "all")
    await sql`UPDATE idempotent_answer SET held_until = now() WHERE held_until > now()`.execute(test.owner);
}

/** Closes all database connections of the server. */
export async function cutConnections(world: CampaignWorld): Promise<void> {
  world.cutUntil = performance.now() + 15_000;
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${killedServerName}`.execute(world.test.owner);
}
