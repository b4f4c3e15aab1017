import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { purgeCommands, addCommand } from "./chair-commands-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("purges old commands, and keeps recent ones", async () => {
  const deviceId = await makeDevice(test.owner, { outletId: await makeOutlet(test.owner) });
  const now = new Date("2026-11-21T08:00:00Z");
  const sendCommand = async (at: Date) => {
    // As in production, the ID begins with its time.
    const command = {
      commandId: newIdAt(at),
      deviceId,
      orderId: null,
      type: "report",
      gear: null,
      seconds: null,
    } as const;
    await transact(test.database, (uow) =>
      addCommand(
        uow,
        {
          ...command,
          extensionOrderId: null,
          configuration: null,
          testRunId: null,
          byManager: false,
          attempt: 1,
          notAfter: at,
        },
        at,
      ),
    );
    return command.commandId;
  };
  await sendCommand(new Date("2026-08-01T00:00:00Z"));
  await sendCommand(new Date("2026-11-01T07:59:59.999Z"));
  const recent = [await sendCommand(new Date("2026-11-01T08:00:00Z")), await sendCommand(now)];
  expect(await purgeCommands(test.database, new Date("2026-11-01T08:00:00Z"))).toBe(false);
  const left = await sql<{ command_id: string }>`SELECT command_id FROM chair_command`.rows(test.database);
  expect(left.map((row) => row.command_id).sort()).toEqual(recent.sort());
});
