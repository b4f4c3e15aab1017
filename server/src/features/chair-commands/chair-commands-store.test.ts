import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { expect, it } from "vitest";
import { openTestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { findSendable } from "./chair-commands-store.ts";

it("[START-3] finds the commands to send without reading all past commands", async () => {
  const test = await openTestDatabase();
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  await sql`
    INSERT INTO chair_command (command_id, device_id, type, not_after, created_at)
    SELECT new_order_id(at), ${deviceId}, 'identify', at + interval '1 day', at
    FROM generate_series(1, 3000) n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS created`.execute(
    test.owner,
  );
  await sql`ANALYZE chair_command`.execute(test.owner);
  const [newest] = await sql<{ commandId: string }>`
    SELECT command_id AS "commandId" FROM chair_command ORDER BY command_id DESC LIMIT 1`.rows(test.owner);
  const { found, read } = await transact(test.database, async (uow) => ({
    // Transactions use generic plans, which do not know that no command has a future time.
    found: await findSendable(uow, newest?.commandId as string, new Date()),
    read: await sql<{ rows: number }>`
      SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_xact_user_tables
      WHERE relname = 'chair_command'`.firstRow(uow),
  }));
  expect(found).toMatchObject({ deviceId, wasSentByFastClock: false });
  expect(read.rows).toBeLessThan(10);
  await test.close();
});

it("[CHAIR-2] [CASH-1] does not send a stop without an order that is older than the start of the chair's order", async () => {
  const test = await openTestDatabase();
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const now = Date.now();
  const insert = async (type: "start" | "stop", orderId: string | null, secondsAgo: number) => {
    const at = new Date(now - secondsAgo * 1_000);
    const { commandId } = await sql<{ commandId: string }>`
      INSERT INTO chair_command (command_id, device_id, order_id, type, gear, seconds, not_after, created_at)
      VALUES (new_order_id(${at}), ${deviceId}, ${orderId}, ${type}, 1, 60, ${new Date(now + 600_000)}, ${at})
      RETURNING command_id AS "commandId"`.firstRow(test.owner);
    return commandId;
  };
  const delayed = await insert("stop", null, 30);
  const isSendable = async (commandId: string) =>
    (await transact(test.database, (uow) => findSendable(uow, commandId, new Date()))) !== null;
  expect(await isSendable(delayed)).toBe(true);
  const orderId = await makeOrder(test.owner, { outletId, deviceId, status: "running" });
  expect(await isSendable(delayed)).toBe(true);
  await insert("start", orderId, 20);
  expect(await isSendable(delayed)).toBe(false);
  // Ends an unknown run that keeps the chair from starting the order.
  expect(await isSendable(await insert("stop", null, 10))).toBe(true);
  await test.close();
});
