import { openTestDatabase, type TestDatabase } from "@reposo/server/test/database/database.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stopWatching, watchRunning } from "./start-latency.ts";

let test: TestDatabase;
let observer: pg.Client;
beforeAll(async () => {
  test = await openTestDatabase();
  observer = new pg.Client(test.connection);
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await test.close();
});

it("removes its trigger from the table of transitions, so that throughput is measured without notifications", async () => {
  await watchRunning(observer, () => undefined);
  await stopWatching(observer);
  const { rows } = await observer.query(
    "SELECT tgname FROM pg_trigger WHERE tgrelid = 'order_transition'::regclass AND tgname LIKE 'bench%'",
  );
  expect(rows).toEqual([]);
});
