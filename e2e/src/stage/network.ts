import { randomBytes } from "node:crypto";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { type Permission, permissions as allPermissions } from "@reposo/contract/permissions.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { importCoupons } from "@reposo/server/features/coupons/index.ts";
import { importDevices } from "@reposo/server/features/device-import/index.ts";
import { createDevices } from "@reposo/server/features/devices/index.ts";
import { importOutlets } from "@reposo/server/features/outlets/index.ts";
import { importPrices } from "@reposo/server/features/prices/index.ts";
import { applicationRole } from "@reposo/server/platform/postgres/schema/application-login.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import { connectDatabase, type Database } from "@reposo/server/platform/postgres/database.ts";
import { addAccount } from "./add-account.ts";
import { maxWaitMs } from "./max-wait.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

export interface ManagerAccount {
  readonly accountId: string;
  readonly account: string;
  readonly password: string;
  readonly name: string;
}

const mallDay = [{ opens: 600, closes: 1_320 }];
const lateDay = [
  { opens: 600, closes: 840 },
  { opens: 960, closes: 1_560 },
];
/** Opening hours with a break, a closing time after midnight on two days, and a closed Sunday. */
export const mallHours: OpeningHours = [mallDay, mallDay, mallDay, lateDay, lateDay, mallDay, []];

/** A network for one test. All of its names are unique, so that concurrent tests do not conflict. */
export interface Network {
  readonly database: Database;
  /** The owner's connection, for changes that the application's role may not make, such as an earlier creation time. */
  readonly owner: Database;
  readonly chairs: ChairFleet;
  addOutlet(outlet?: {
    name?: string;
    currency?: Currency;
    openingHours?: OpeningHours | null;
    timeZone?: string;
  }): Promise<string>;
  /** Adds outlets with these names by one import. */
  addOutlets(names: readonly string[]): Promise<string[]>;
  /** Registers a device whose chair never connects. */
  addDevice(
    outletId: string,
    device?: { priced?: boolean; disabled?: boolean; deviceId?: string },
  ): Promise<string>;
  /** Registers a device and connects its virtual chair. */
  addChair(
    outletId: string,
    options?: { priced?: boolean; speed?: number; deviceId?: string },
  ): Promise<VirtualChair>;
  /**
   * Adds a coupon that is valid once, at all outlets and for any gear, for the whole price or for `off.percent` of it.
   */
  addCoupon(off?: { percent: number }): Promise<string>;
  addManager(
    outletIds: readonly string[],
    options?: { permissions?: readonly Permission[]; isInitial?: boolean },
  ): Promise<ManagerAccount>;
  addOperator(): Promise<ManagerAccount>;
  close(): Promise<void>;
}

/** Gears, minutes, and amounts of every chair with prices. */
export const priceList = [
  { gear: 1, name: "Trial", minutes: 1, amountMinor: 5_00 },
  { gear: 2, name: "Relax", minutes: 10, amountMinor: 50_00 },
  { gear: 3, name: "Deep tissue", minutes: 20, amountMinor: 1_234_50 },
] as const;

const currencies: readonly Currency[] = ["PHP", "MYR", "CNY", "IDR"];
const priceGroupOf = (currency: Currency) => `e2e-${currency}`;
const newName = (length = 5) => randomBytes(length).toString("hex").toUpperCase();

export async function openNetwork({ connection, mqttUrl }: ServerUnderTest): Promise<Network> {
  const limits = { connectMs: maxWaitMs, statementMs: maxWaitMs };
  const database = connectDatabase({ connection, role: applicationRole, poolSize: 4, ...limits });
  const owner = connectDatabase({ connection, poolSize: 1, ...limits });
  const clock = systemClock;
  const { rotateCredential } = createDevices({ database, clock });
  const chairs = chairFleet({ mqttUrl, reconnectMs: 200, maxReconnectMs: 500 });
  const currencyOf = new Map<string, Currency>();

  await transact(database, async (uow) => {
    const rows = currencies.flatMap((currency) =>
      priceList.map((price) => ({
        ...price,
        // The import refuses fractions of a rupiah.
        amountMinor: currency === "IDR" ? Math.floor(price.amountMinor / 100) * 100 : price.amountMinor,
        currency,
        priceGroupId: priceGroupOf(currency),
      })),
    );
    accept(await importPrices(uow, rows, clock.now()));
  });

  async function addDevice(
    outletId: string,
    { priced = true, disabled = false, deviceId = `E${newName()}` } = {},
  ): Promise<string> {
    const priceGroupId = priced ? priceGroupOf(currencyOf.get(outletId) ?? "PHP") : null;
    const row = { deviceId, outletId, priceGroupId, disabled };
    accept(await transact(database, (uow) => importDevices(uow, [row], longAgo, "stage")));
    return deviceId;
  }

  async function addNamedAccount(
    kind: "outletManager" | "operator",
    outletIds: readonly string[],
    permissions: readonly Permission[],
    isInitial = false,
  ): Promise<ManagerAccount> {
    const account = {
      account: `e2e.${newName().toLowerCase()}`,
      password: `pass-${newName()}`,
      name: "Maria Santos",
    };
    const { accountId } = await addAccount(database, {
      kind,
      isInitial,
      loginName: account.account,
      password: account.password,
      displayName: account.name,
      permissions,
    });
    const managed = outletIds.map((outletId) => ({ outlet_id: outletId, account_id: accountId }));
    if (managed.length > 0) await insertRows(database, "outlet_manager", managed);
    return { accountId, ...account };
  }

  return {
    database,
    owner,
    chairs,
    addDevice,
    async addOutlet({
      name = "SM Megamall",
      currency = "PHP",
      openingHours = null,
      timeZone = "Asia/Manila",
    } = {}) {
      const outletId = `e2e-${newName().toLowerCase()}`;
      const details = {
        address: "EDSA, Mandaluyong",
        timeZone,
        latitude: null,
        longitude: null,
        openingHours,
      };
      const row = { outletId, name, currency, ...details };
      accept(await transact(database, (uow) => importOutlets(uow, [row], longAgo)));
      currencyOf.set(outletId, currency);
      return outletId;
    },
    async addOutlets(names) {
      const rows = names.map((name) => ({
        outletId: `e2e-${newName().toLowerCase()}`,
        name,
        currency: "PHP" as const,
        address: "EDSA, Mandaluyong",
        timeZone: "Asia/Manila",
        latitude: null,
        longitude: null,
        openingHours: null,
      }));
      accept(await transact(database, (uow) => importOutlets(uow, rows, longAgo)));
      return rows.map(({ outletId }) => outletId);
    },
    async addChair(outletId, { speed = 1, ...device } = {}) {
      const deviceId = await addDevice(outletId, device);
      const secret = await rotateCredential(deviceId);
      if (secret === null) throw new Error(`device ${deviceId} got no secret`);
      const chair = chairs.add({ deviceId, secret, speed });
      chair.start();
      await chairs.connected();
      await until(
        async () => (await presenceOf(database, deviceId)).online,
        `chair ${deviceId} to be seen online`,
      );
      return chair;
    },
    async addCoupon(off) {
      const code = `E2E-${newName()}`;
      const anything = { validFrom: null, validUntil: null, outletIds: null, gears: null, minutes: null };
      const worth = {
        property: off ? ("percent" as const) : ("free" as const),
        percent: off?.percent ?? null,
      };
      const row = {
        code,
        valueMinor: null,
        currency: null,
        maxUses: 1,
        maxUsesCustomer: null,
        ...anything,
        ...worth,
      };
      accept(await transact(database, (uow) => importCoupons(uow, [row], clock.now())));
      return code;
    },
    addManager: (outletIds, { permissions = allPermissions, isInitial = false } = {}) =>
      addNamedAccount("outletManager", outletIds, permissions, isInitial),
    addOperator: () => addNamedAccount("operator", [], []),
    async close() {
      await chairs.stop();
      await Promise.all([database.destroy(), owner.destroy()]);
    },
  };
}

const longAgo = new Date("2026-01-01T00:00:00Z");

function accept({ problems: [problem] }: { problems: readonly { column: string; message: string }[] }): void {
  if (problem) throw new Error(`${problem.column}: ${problem.message}`);
}

/** Selects the server's state of a chair. */
export const presenceOf = (database: Database, deviceId: string) =>
  sql<{ online: boolean; fault: string | null }>`
    SELECT online, fault FROM device
    WHERE device_id = ${deviceId}`.firstRow(database);

/** Polls a condition outside the browser until it is true. @throws after `withinMs` */
export async function until(
  happened: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await happened())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for ${what}`);
    await systemClock.sleep(25);
  }
}
