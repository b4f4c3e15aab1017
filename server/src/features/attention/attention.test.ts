import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { makeDevice, makeOutlet } from "#test/network-factory.ts";
import { closeCase, closeFilledGaps, listOpenCases, openCase } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[START-5] a case is opened once, however often its cause is met, and listed oldest first", async () => {
  const open = (subject: string, minute: number) =>
    test.database.transaction().execute((tx) =>
      openCase(tx, {
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
  const close = (caseId: string) =>
    test.database.transaction().execute((tx) => closeCase(tx, caseId, new Date()));
  expect(await close(first.caseId)).toBe("closed");
  expect(await close(first.caseId)).toBe("alreadyClosed");
  expect(await close("no case")).toBe("unknown");
  expect(await open("first", 9)).toBe(false);
  expect((await listOpenCases(test.database)).map(({ subject }) => subject)).toEqual(["second"]);
});

it("[G-6] an epoch that reads like a pattern closes no other epoch's gap", async () => {
  const deviceId = await makeDevice(test.owner, { outletId: await makeOutlet(test.owner) });
  const gaps = async () => (await listOpenCases(test.database)).filter(({ kind }) => kind === "eventGap");
  const fill = (epoch: string) =>
    test.database
      .transaction()
      .execute((tx) => closeFilledGaps(tx, { deviceId, epoch, completeUpTo: 9, closedAt: new Date() }));
  await test.database.transaction().execute((tx) =>
    openCase(tx, {
      kind: "eventGap",
      deviceId,
      orderId: null,
      subject: `${deviceId}:real:1`,
      detail: { missingFrom: 1, highestSeq: 2 },
      openedAt: new Date(),
    }),
  );
  await fill("%");
  expect(await gaps()).toHaveLength(1);
  await fill("real");
  expect(await gaps()).toEqual([]);
});
