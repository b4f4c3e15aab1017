import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { sql } from "#platform/postgres/sql.ts";
import { Type } from "typebox";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#platform/logging/log.ts";
import { manualClock } from "#platform/time/clock.ts";
import { serve } from "#platform/http/serve.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";

const wait = {
  name: "wait",
  method: "GET",
  path: "/test/wait",
  access: "anyone",
  summary: "wait",
  request: null,
  reply: Type.Null(),
  codes: [],
} satisfies Endpoint;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

it("[NET-3] responds with 503 while the database restarts, and recovers", async () => {
  const { http } = await openTestHttp(db.database);
  let seconds = 30;
  serve(http, wait, async () => {
    await sql`SELECT pg_sleep(${seconds})`.execute(db.database);
    return null;
  });
  const cutOff = call(http, wait, undefined);
  const cut = sql<{ n: number }>`
    SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`;
  await expect.poll(async () => (await cut.execute(db.owner)).rows[0]?.n).toBe(1);
  const answer = await cutOff;
  expect(answer).toMatchObject({ status: 503, code: 503, data: null });
  expect(answer.headers["retry-after"]).toBe("2");
  seconds = 0;
  // The broken connection may be used once more before its socket closes; the response is then 503, not `internal`.
  await expect.poll(async () => (await call(http, wait, undefined)).code).toBe(200);
  await http.close();
});

it("[LOG-1] logs at most 60 failed calls per minute, and later the number of omitted ones", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    "info",
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
        done();
      },
    }),
  );
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const { http } = await openTestHttp(db.database, { log, clock });
  serve(http, wait, () => Promise.reject(Object.assign(new Error("shutting down"), { code: "57P01" })));
  for (let count = 0; count < 100; count += 1) expect((await call(http, wait, undefined)).code).toBe(503);
  expect(lines).toHaveLength(60);
  clock.advance(60_000);
  await call(http, wait, undefined);
  expect(lines.at(-1)).toMatchObject({ level: 40, omitted: 40, requestId: expect.any(String) as string });
  await http.close();
});
