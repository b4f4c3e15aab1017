import { publicKey } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createReadiness, type ReadinessChecks } from "./readiness.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const allUp: ReadinessChecks = {
  database: async () => "up",
  storage: async () => true,
  broker: () => true,
  files: async () => {},
};

async function open(checks: Partial<ReadinessChecks>, maxAgeMs = 0) {
  const logged: Record<string, unknown>[] = [];
  const log = createLog("warn", {
    write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]),
  });
  const readiness = createReadiness({ checks: { ...allUp, ...checks }, log, maxAgeMs });
  const { http } = await openTestHttp(db.database, { log, dependencies: { readiness } });
  const ready = async () => {
    const answer = await http.inject({ url: "/api/health/ready" });
    return [answer.statusCode, JSON.parse(answer.body) as unknown];
  };
  return { http, logged, ready };
}

const body = (states: Record<string, string>) => ({
  version: "1.0.0",
  database: "up",
  storage: "up",
  broker: "up",
  files: "up",
  ...states,
});

describe("readiness", () => {
  it("[READY-1] names what is down, and is live in any case", async () => {
    const state = { database: true, storage: true, broker: true, files: true };
    const { http, ready } = await open({
      database: async () => {
        if (!state.database) throw new Error("away");
        return "up";
      },
      storage: async () => state.storage,
      broker: () => state.broker,
      files: async () => {
        if (!state.files) throw new Error("no bucket");
      },
    });
    expect(await ready()).toEqual([200, body({ status: "ready" })]);
    state.storage = false;
    expect(await ready()).toEqual([503, body({ status: "notReady", storage: "down" })]);
    state.files = false;
    state.broker = false;
    state.database = false;
    expect(await ready()).toEqual([
      503,
      body({ status: "notReady", database: "down", storage: "down", broker: "down", files: "down" }),
    ]);
    expect((await http.inject({ url: "/api/health/live" })).json()).toEqual({ status: "live" });
    await http.close();
  });

  it("[READY-1] checks once for many calls, and counts a check that does not end as down", async () => {
    let checks = 0;
    const { http, ready } = await open(
      {
        database: () => {
          checks += 1;
          return new Promise(() => {});
        },
      },
      60_000,
    );
    const answers = await Promise.all(Array.from({ length: 50 }, ready));
    expect(answers).toEqual(answers.map(() => [503, body({ status: "notReady", database: "down" })]));
    await ready();
    expect(checks).toBe(1);
    await http.close();
  });

  it("[G-4] logs the cause of a component's failure once until the component recovers", async () => {
    let isUp = false;
    const { http, ready, logged } = await open({
      database: async () => {
        if (!isUp) throw new Error("the database is unavailable");
        return "up";
      },
    });
    const status = async () => (await ready())[0];
    expect([await status(), await status()]).toEqual([503, 503]);
    expect(logged).toHaveLength(1);
    isUp = true;
    expect(await status()).toBe(200);
    isUp = false;
    expect(await status()).toBe(503);
    expect(logged.map(({ component, err }) => [component, (err as Error).message])).toEqual([
      ["database", "the database is unavailable"],
      ["database", "the database is unavailable"],
    ]);
    await http.close();
  });

  it("[READY-1] is false on a read-only database, which answers no call with anything but 503", async () => {
    const database = connectDatabase({ connection: { ...db.connection, user: applicationRole } });
    const { http, ready } = await open({ database: () => database.check() });
    const setReadOnly = (value: "on" | "off") =>
      sql`ALTER ROLE ${sql.identifier(applicationRole)} IN DATABASE ${sql.identifier(db.connection.database ?? "")}
        SET default_transaction_read_only = ${sql.raw(value)}`.execute(db.owner);
    expect(await ready()).toEqual([200, body({ status: "ready" })]);
    await setReadOnly("on");
    expect(await ready()).toEqual([503, body({ status: "notReady", database: "readOnly" })]);
    const refused = await call(http, publicKey, undefined);
    expect(refused).toMatchObject({ status: 503, code: 503, data: null });
    expect(refused.message).not.toBe("");
    expect((await http.inject({ url: "/api/health/live" })).statusCode).toBe(200);
    await setReadOnly("off");
    expect(await ready()).toEqual([200, body({ status: "ready" })]);
    expect((await call(http, publicKey, undefined)).status).toBe(200);
    await database.destroy();
    await http.close();
  });
});
