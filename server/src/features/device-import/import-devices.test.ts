import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { findDevice } from "#features/devices/index.ts";
import { type DeviceRow, importDevices } from "./import-devices.ts";
import { recordState } from "#test/app/record-state.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { writeService } from "#features/devices/actions/device-actions-store.ts";
import { lockDevice } from "#features/devices/devices-store.ts";
import { importOutlets, type OutletRow } from "#features/outlets/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let outletId: string;
let other: string;
beforeAll(async () => {
  test = await openTestDatabase();
  outletId = await makeOutlet(test.owner);
  other = await makeOutlet(test.owner);
  await insertRows(test.owner, "price_group", [
    { price_group_id: "pesos", currency: "PHP" },
    { price_group_id: "ringgit", currency: "MYR" },
  ]);
});
afterAll(() => test.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute));
const load = (rows: readonly DeviceRow[], now = at(0)) =>
  transact(test.database, (uow) => importDevices(uow, rows, now, "reposo command line"));
const row = (deviceId: string, over: Partial<DeviceRow> = {}): DeviceRow => ({
  deviceId,
  outletId,
  priceGroupId: "pesos",
  disabled: false,
  ...over,
});

describe("importing devices", () => {
  it("creates, moves, and disables chairs, and changes nothing when repeated", async () => {
    const rows = [row("IMP001"), row("IMP002", { priceGroupId: null }), row("0003", { disabled: true })];
    expect(await load(rows)).toMatchObject({ created: 3, changed: 0, unchanged: 0 });
    expect(await load(rows, at(1))).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    const moved = [row("IMP001", { outletId: other }), row("IMP002"), row("0003", { disabled: true })];
    expect(await load(moved, at(2))).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
    expect(await findDevice(test.database, "IMP001")).toMatchObject({
      outletId: other,
      atOutletSince: at(2),
    });
    expect(await findDevice(test.database, "0003")).toMatchObject({ disabledAt: at(0) });
    expect(
      await load([row("0003"), row("IMP001", { outletId: other, priceGroupId: null })], at(3)),
    ).toMatchObject({
      changed: 2,
    });
    expect(await findDevice(test.database, "IMP001")).toMatchObject({ atOutletSince: at(2) });
    expect(await findDevice(test.database, "0003")).toMatchObject({ disabledAt: null });
  });

  it("[CASH-2] records moves between outlets in their order, even if the clock was set back", async () => {
    await load([row("MOVE01")], at(0));
    await load([row("MOVE01", { priceGroupId: null })], at(1));
    await load([row("MOVE01", { outletId: other })], at(5));
    await load([row("MOVE01")], at(3));
    expect(await findDevice(test.database, "MOVE01")).toMatchObject({ outletId, atOutletSince: at(5) });
    await load([row("MOVE01", { outletId: other })], at(7));
    const moves = await sql<object>`
      SELECT from_outlet_id AS "from", moved_at AS at FROM device_move WHERE device_id = 'MOVE01' ORDER BY at`.rows(
      test.owner,
    );
    expect(moves).toEqual([
      { from: outletId, at: at(5) },
      { from: outletId, at: at(7) },
    ]);
  });

  describe("[CHAIR-2] for a chair that a manager took out of service", () => {
    const outOfService = async (deviceId: string) => {
      await load([row(deviceId)]);
      await transact(test.database, (uow) =>
        writeService(uow, deviceId, { disabledAt: at(1), reason: "Broken armrest" }),
      );
    };
    const serviceOf = (deviceId: string) => transact(test.database, (uow) => lockDevice(uow, deviceId));
    const trail = (deviceId: string) =>
      sql<{ actor: string; action: string; detail: unknown }>`
        SELECT actor, action, detail FROM audit_entry WHERE subject = ${`device:${deviceId}`}`.rows(
        test.owner,
      );

    it.each([[{ disabled: false }], [{ disabled: undefined }]])(
      "keeps the reason if the row contains %o, and counts the chair as unchanged",
      async ({ disabled }) => {
        const deviceId = disabled === undefined ? "SERV01" : "SERV02";
        await outOfService(deviceId);
        const { disabled: _, ...withoutColumn } = row(deviceId);
        const unchanged = disabled === undefined ? withoutColumn : row(deviceId, { disabled });
        expect(await load([unchanged], at(2))).toMatchObject({ changed: 0, unchanged: 1 });
        expect(await load([{ ...unchanged, outletId: other }], at(3))).toMatchObject({ changed: 1 });
        expect(await serviceOf(deviceId)).toEqual({
          outletId: other,
          online: false,
          disabledAt: at(1),
          outOfServiceReason: "Broken armrest",
        });
      },
    );

    it("lets the operator disable the chair, and records the manager's reason", async () => {
      await outOfService("SERV03");
      expect(await load([row("SERV03", { disabled: true })], at(2))).toMatchObject({ changed: 1 });
      expect(await serviceOf("SERV03")).toEqual({
        outletId,
        online: false,
        disabledAt: at(1),
        outOfServiceReason: null,
      });
      expect(await trail("SERV03")).toEqual([
        {
          actor: "reposo command line",
          action: "device.disabled",
          detail: { before: "Broken armrest", after: null },
        },
      ]);
      expect(await load([row("SERV03", { disabled: true })], at(3))).toMatchObject({ unchanged: 1 });
      expect(await load([row("SERV03")], at(4))).toMatchObject({ changed: 1 });
      expect(await serviceOf("SERV03")).toEqual({
        outletId,
        online: false,
        disabledAt: null,
        outOfServiceReason: null,
      });
      expect(await trail("SERV03")).toHaveLength(1);
    });
  });

  it("does not change the state that a chair has reported", async () => {
    await load([row("IMP009")]);
    await transact(test.database, (uow) =>
      recordState(
        uow,
        "IMP009",
        {
          online: true,
          bootId: "b",
          firmware: "f",
          running: null,
          fault: "E7",
          coinCounter: 0,
          epoch: "e",
        },
        at(1),
      ),
    );
    await load([row("IMP009", { outletId: other })], at(2));
    expect(await findDevice(test.database, "IMP009")).toMatchObject({
      online: true,
      fault: "E7",
      bootId: "b",
    });
  });

  it("[I18N-2] refuses a new chair if another import is changing the currency of its outlet", async () => {
    const empty = await makeOutlet(test.owner);
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>();
    const change: OutletRow = {
      outletId: empty,
      name: "Ayala",
      timeZone: "Asia/Manila",
      currency: "MYR",
    };
    const changing = transact(test.database, async (uow) => {
      const outcome = await importOutlets(uow, [change], at(0));
      hasChanged();
      await mayCommit;
      return outcome;
    });
    await changed;
    const loading = load([row("IMP020", { outletId: empty })]);
    await systemClock.sleep(300);
    commit();
    expect(await changing).toMatchObject({ changed: 1, problems: [] });
    expect(await loading).toMatchObject({ created: 0, problems: [{ column: "priceGroupId" }] });
  });

  it.each([
    [{ deviceId: "short1" }, "deviceId"],
    [{ deviceId: "ABC" }, "deviceId"],
    [{ deviceId: "IMP010" }, "deviceId"],
    [{ outletId: "nowhere" }, "outletId"],
    [{ priceGroupId: "none" }, "priceGroupId"],
    [{ priceGroupId: "ringgit" }, "priceGroupId"],
  ])("refuses %o and writes nothing", async (wrong, column) => {
    expect(await load([row("IMP010"), row("IMP011", wrong)])).toMatchObject({
      created: 0,
      problems: [{ row: 1, column }],
    });
    expect(await findDevice(test.database, "IMP010")).toBeNull();
    expect(await findDevice(test.database, "IMP011")).toBeNull();
  });
});
