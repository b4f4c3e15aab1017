import { randomUUID } from "node:crypto";
import type { Endpoint, ReplyOf } from "@reposo/contract/endpoint.ts";
import { Request } from "@reposo/contract/fields.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import {
  idempotentOutcomes,
  type ResultName,
  resultCodes,
  successCodes,
  transportFaults,
} from "@reposo/contract/result-codes.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "#platform/postgres/sql.ts";
import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Clock, manualClock, systemClock } from "#platform/time/clock.ts";
import type { SaveReply } from "./idempotency.ts";
import { serve } from "#platform/http/serve.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type Answer, call, envelopeOf, openTestHttp } from "#test/clients/http-client.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const effect = {
  name: "effect",
  method: "POST",
  path: "/test/effect",
  access: "token",
  summary: "effect",
  request: Request({ what: Type.String(), more: Type.Optional(Type.String()) }),
  reply: Type.Object({ number: Type.Integer() }),
  codes: [],
  idempotent: true,
} satisfies Endpoint;

type Handler = (what: string, saveReply: SaveReply<ReplyOf<typeof effect>>) => Promise<{ number: number }>;

let db: TestDatabase;
let token: string;
let handler: Handler;
let effects: number;
const servers: FastifyInstance[] = [];

async function openServer(clock: Clock = systemClock): Promise<FastifyInstance> {
  const { http } = await openTestHttp(db.database, { clock });
  serve(http, effect, ({ request, saveReply }) => handler(request.what, saveReply));
  servers.push(http);
  return http;
}

let one: FastifyInstance;
let two: FastifyInstance;
beforeAll(async () => {
  db = await sharedTestDatabase();
  one = await openServer();
  two = await openServer();
  token = (await call(one, guestLogin, undefined)).data.token;
});
beforeEach(() => {
  effects = 0;
  handler = async () => {
    effects += 1;
    const number = effects;
    await systemClock.sleep(50);
    return { number };
  };
});
afterAll(async () => {
  for (const http of servers) await http.close();
  await db.close();
});

const failures = (Object.entries(idempotentOutcomes) as [ResultName, "final" | "transient"][])
  .filter(([name]) => !successCodes.includes(resultCodes[name]))
  .map(([name, outcome]) => ({ name, outcome }));

const send = (http: FastifyInstance, key: string, request: object = { what: "x" }): Promise<Answer> =>
  call(http, effect, { ...request }, { "access-token": token, "idempotency-key": key });

describe("an idempotency key", () => {
  it("[G-4] causes one effect for 64 concurrent duplicates on two servers", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => send(i % 2 ? one : two, key)));
    expect(effects).toBe(1);
    for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { number: 1 } });
    expect((await send(one, key)).data).toEqual({ number: 1 });
  });

  it("[G-4] compares fields regardless of their order and encoding", async () => {
    const key = randomUUID();
    await send(one, key, { what: "x", more: "y" });
    const form = await two.inject({
      method: "POST",
      url: "/api/test/effect",
      headers: {
        "access-token": token,
        "idempotency-key": key,
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: "more=y&what=x",
    });
    expect(envelopeOf(form).data).toEqual({ number: 1 });
    expect(effects).toBe(1);
  });

  it("[G-4] rejects a different request with the same key, while the first request runs and afterwards", async () => {
    const key = randomUUID();
    const paused = Promise.withResolvers<void>();
    handler = async () => {
      effects += 1;
      await paused.promise;
      return { number: effects };
    };
    const first = send(one, key);
    await expect.poll(() => effects).toBe(1);
    for (const http of [one, two]) expect((await send(http, key, { what: "other" })).code).toBe(20303);
    paused.resolve();
    expect((await first).code).toBe(200);
    for (const http of [one, two]) expect((await send(http, key, { what: "other" })).code).toBe(20303);
    expect(effects).toBe(1);
  });

  it("[G-4] repeats the first response if it was a product error", async () => {
    const key = randomUUID();
    handler = async () => {
      effects += 1;
      throw new ProductError("deviceOfOtherOutlet", { data: { name: `try ${effects}` } });
    };
    const first = await send(one, key);
    handler = async () => ({ number: 7 });
    const again = await send(two, key);
    expect(again).toMatchObject({ code: 20204, message: first.message });
  });

  it("[G-4] stores no transport error, so that the call can be retried", async () => {
    const key = randomUUID();
    handler = async () => {
      throw new TypeError("a bug");
    };
    expect((await send(one, key)).code).toBe(500);
    handler = async () => ({ number: 7 });
    expect(await send(one, key)).toMatchObject({ code: 200, data: { number: 7 } });
  });

  it.each(failures)("[G-4] stores $name only if it is final", async ({ name, outcome }) => {
    const key = randomUUID();
    handler = async () => {
      throw new ProductError(name);
    };
    const refused = { code: resultCodes[name] };
    expect(await send(one, key)).toMatchObject(refused);
    handler = async () => ({ number: 7 });
    const accepted = { code: 200, data: { number: 7 } };
    expect(await send(two, key)).toMatchObject(outcome === "final" ? refused : accepted);
  });

  it("[G-4] stores no code with a retry time, and no transport error", () => {
    for (const name of ["tooManyTries", "rateLimited", "notReady", "internal"] as const)
      expect(idempotentOutcomes[name]).toBe("transient");
    for (const name of Object.keys(transportFaults) as ResultName[])
      expect([name, idempotentOutcomes[name]]).toEqual([name, "transient"]);
  });

  it("is valid for one token, and expires after 24 hours", async () => {
    const clock = manualClock(new Date());
    const later = await openServer(clock);
    const key = randomUUID();
    await send(later, key);
    const otherToken = (await call(one, guestLogin, undefined)).data.token;
    const other = await call(
      one,
      effect,
      { what: "z" },
      { "access-token": otherToken, "idempotency-key": key },
    );
    expect(other).toMatchObject({ code: 200, data: { number: 2 } });
    clock.advance(24 * 3_600_000 - 1000);
    expect((await send(later, key)).data).toEqual({ number: 1 });
    clock.advance(2000);
    expect((await send(later, key, { what: "something else" })).data).toEqual({ number: 3 });
    await later.service.idempotency.purgeExpired();
  });

  it("rejects a key that is empty, too long, or not printable", async () => {
    for (const key of ["", "x".repeat(129), "a b", "é"]) expect((await send(one, key)).code).toBe(400);
  });
});

/** Simulates a crashed server, which leaves a claimed key without a reply. */
async function insertClaim(key: string, heldUntil: Date): Promise<void> {
  await sql`
    UPDATE idempotent_answer SET answer = NULL, holder = ${randomUUID()}, held_until = ${heldUntil}
    WHERE key = ${key}`.execute(db.owner);
}

describe("a crash", () => {
  it("[G-4] before the effect blocks the key only until the lease ends", async () => {
    const key = randomUUID();
    await send(one, key);
    const startMs = performance.now();
    await insertClaim(key, new Date(Date.now() + 300));
    expect((await send(two, key)).data).toEqual({ number: 2 });
    expect(performance.now() - startMs).toBeGreaterThan(250);
    // A new lease would take 30 s.
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });

  it("[G-4] between the commit and the response causes the same response, without a second effect", async () => {
    const key = randomUUID();
    handler = async (_, saveReply) => {
      effects += 1;
      const reply = { number: effects };
      await transact(db.database, (uow) => saveReply(uow, reply));
      throw new TypeError("the process ends here");
    };
    expect((await send(one, key)).code).toBe(500);
    expect(await send(two, key)).toMatchObject({ code: 200, data: { number: 1 } });
    expect(effects).toBe(1);
  });

  it("[G-4] rolls back a slow server whose lease has ended", async () => {
    const key = randomUUID();
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const committed: number[] = [];
    handler = async (_, saveReply) => {
      effects += 1;
      const number = effects;
      if (number === 1) await paused;
      await transact(db.database, (uow) => saveReply(uow, { number }));
      committed.push(number);
      return { number };
    };
    const slow = send(one, key);
    await expect.poll(() => effects).toBe(1);
    await sql`UPDATE idempotent_answer SET held_until = now() - interval '1 second' WHERE key = ${key}`.execute(
      db.owner,
    );
    expect((await send(two, key)).data).toEqual({ number: 2 });
    goOn();
    expect((await slow).code).toBe(503);
    expect(committed).toEqual([2]);
  });
});
