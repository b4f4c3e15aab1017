import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { addToDeviceCase, closeCase, closeGapCases, listOpenCases, openCase } from "./index.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[START-5] opens a case once even if its cause occurs repeatedly, and lists cases oldest first", async () => {
  const open = (subject: string, minute: number) =>
    transact(test.database, (uow) =>
      openCase(uow, {
        kind: "runWithoutOrder",
        deviceId: null,
        orderId: null,
        subject,
        detail: { minute },
        openedAt: new Date(Date.UTC(2026, 10, 21, 8, minute)),
      }),
    );
  expect(await open("second", 2)).toBe(true);
  expect(await open("first", 1)).toBe(true);
  expect(await open("second", 3)).toBe(false);
  const cases = await listOpenCases(test.database);
  expect(cases.map(({ subject, detail }) => [subject, detail])).toEqual([
    ["first", { minute: 1 }],
    ["second", { minute: 2 }],
  ]);

  const [first] = cases as [(typeof cases)[0]];
  const close = (caseId: string) => transact(test.database, (uow) => closeCase(uow, caseId, new Date()));
  expect(await close(first.caseId)).toBe("closed");
  expect(await close(first.caseId)).toBe("alreadyClosed");
  expect(await close("no case")).toBe("unknown");
  expect(await open("first", 9)).toBe(false);
  expect((await listOpenCases(test.database)).map(({ subject }) => subject)).toEqual(["second"]);
});

it("[G-6] lists each gap in a chair's events once in one case, reopens it for a new gap, and closes it with the last gap", async () => {
  const deviceId = await makeDevice(test.owner, { outletId: await makeOutlet(test.owner) });
  const gap = async () => {
    const { rows } = await sql<{ newest: string[]; count: number; isOpen: boolean; openedAt: Date }>`
      SELECT detail->'newest' AS newest, (detail->>'count')::int AS count, closed_at IS NULL AS "isOpen",
        opened_at AS "openedAt"
      FROM attention_case WHERE device_id = ${deviceId}`.execute(test.database);
    return rows;
  };
  const run = (work: (uow: UnitOfWork) => Promise<unknown>) => transact(test.database, work);
  const [first, second, third] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 10, 1, hour)));
  const add = (item: string, openedAt = first as Date) =>
    run((uow) => addToDeviceCase(uow, { kind: "eventGap", deviceId, item, openedAt }));
  const fill = () => run((uow) => closeGapCases(uow, { deviceId, closedAt: new Date() }));
  const setEpoch = (epoch: string, completeUpTo: number) =>
    sql`INSERT INTO chair_epoch (device_id, epoch, complete_up_to, highest_seq) VALUES (${deviceId}, ${epoch}, ${completeUpTo}, 5)
      ON CONFLICT (device_id, epoch) DO UPDATE SET complete_up_to = excluded.complete_up_to`.execute(
      test.owner,
    );
  await setEpoch("a", 1);
  await setEpoch("b", 2);
  await add("a:2");
  await add("a:2");
  await add("b:3", second);
  expect(await gap()).toEqual([{ newest: ["b:3", "a:2"], count: 2, isOpen: true, openedAt: first }]);
  await setEpoch("a", 5);
  await fill();
  expect(await gap()).toMatchObject([{ isOpen: true }]);
  await setEpoch("b", 5);
  await fill();
  expect(await gap()).toMatchObject([{ isOpen: false }]);
  await add("b:3");
  expect(await gap()).toMatchObject([{ count: 2, isOpen: false }]);
  await add("c:1", third);
  expect(await gap()).toMatchObject([{ count: 3, isOpen: true, openedAt: third }]);
});
