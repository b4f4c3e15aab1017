import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { type Permission, permissions } from "@reposo/contract/permissions.ts";
import { endpoints } from "@reposo/contract/endpoints.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { createOperationRows } from "#test/app/operation-rows.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { operations } from "#test/clients/operation-access.ts";

/** Tests each operation of the contract with each permission that it declares. */
interface Call {
  readonly endpoint: Endpoint;
  /** Permissions that the call needs. */
  readonly needed: readonly Permission[];
  readonly fields: Readonly<Record<string, string>>;
}

function callsOf(endpoint: Endpoint): Call[] {
  const { access, managerPermission, fieldPermissions } = endpoint;
  const needed = [access, managerPermission].filter((one) => permissions.some((known) => known === one));
  const always = { endpoint, needed: needed as Permission[], fields: {} };
  if (fieldPermissions === undefined) return [always];
  const { field, permissions: byValue } = fieldPermissions;
  return Object.entries(byValue).map(([value, permission]) => ({
    endpoint,
    needed: [...always.needed, permission],
    fields: { [field]: value },
  }));
}

const calls = endpoints.flatMap(callsOf).filter(({ needed }) => needed.length > 0);
const nameOf = ({ endpoint: { name }, fields }: Call) => [name, ...Object.values(fields)].join(" ");

let world: OrderApp;
let outlet: PricedOutlet & { deviceId: string };
let insertRowsOf: ReturnType<typeof createOperationRows>;
beforeAll(async () => {
  world = await openOrderApp();
  const priced = await makePricedOutlet(world.owner);
  outlet = { ...priced, deviceId: await makeDevice(world.owner, priced) };
  insertRowsOf = createOperationRows(world.owner, world.clock.now());
});
afterAll(() => world.close());

async function send({ endpoint, fields }: Call, held: readonly Permission[]) {
  const { caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const ids = await insertRowsOf(outlet, { ordererId: customerId, customerId });
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId], permissions: held });
  const request = {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: { "access-token": token },
    [endpoint.method === "GET" ? "query" : "payload"]: {
      ...operations[endpoint.name]?.fields?.(ids),
      ...fields,
    },
  };
  const before = await digestOfRows();
  const response = await world.http.inject(request);
  const isFile = response.headers["content-type"]?.toString().startsWith("text/csv") === true;
  const code = isFile ? resultCodes.ok : response.json<{ code: number }>().code;
  let isUnchanged = (await digestOfRows()) === before;
  // The server's own work may change rows at the same time, but a refused call that writes would do so each time.
  for (let repeats = 0; !isUnchanged && code === resultCodes.permissionMissing && repeats < 5; repeats += 1) {
    const earlier = await digestOfRows();
    await world.http.inject(request);
    isUnchanged = (await digestOfRows()) === earlier;
  }
  return { code, isUnchanged };
}

/**
 * Returns a digest of all rows except those of sessions, which record their last use, and of jobs and events, which the
 * server executes and purges at any time.
 */
async function digestOfRows(): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND c.relname NOT IN ('session', 'outbox', 'live_event') ORDER BY 1`.rows(world.owner);
  const digests: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS digest
      FROM ${sql.identifier(name)} t`.execute(world.owner);
    digests.push(`${name} ${rows[0]?.digest}`);
  }
  return digests.join("\n");
}

it.each(calls.map((call) => [nameOf(call), call] as const))(
  "[STAFF-1] %s needs each of its permissions, and no other",
  async (_name, call) => {
    const { needed } = call;
    const allowed = await send(call, needed);
    expect(allowed.code, `with ${needed.join(", ")}`).not.toBe(resultCodes.permissionMissing);
    expect([401, 404, 500]).not.toContain(allowed.code);
    for (const missing of needed) {
      const held = permissions.filter((permission) => permission !== missing);
      expect(await send(call, held), `without ${missing}`).toEqual({
        code: resultCodes.permissionMissing,
        isUnchanged: true,
      });
    }
  },
);

/** The operations of each action of docs/operating.md. The test above takes the permissions from the contract. */
const actions: Partial<Record<Permission, readonly string[]>> = {
  cash: [
    "addCollectionPhoto",
    "cashBoxes",
    "collectionDifferences",
    "collectionExport",
    "collectionList",
    "collectionPhoto",
    "correctCollection",
    "exportLink collectionExport",
    "outletCash",
    "recordCollection",
    "voidCollection",
  ],
  start: ["activate", "couponPrices", "extend", "transferOrder"],
  stop: ["stop"],
  refund: ["declineTransfer", "feedbackAnswer refund", "requestRefund"],
  coupons: ["feedbackAnswer coupon"],
  service: [
    "changeService",
    "identification",
    "identifyDevice",
    "setDeviceVolume",
    "startTestRun",
    "stopTestRun",
    "testRun",
  ],
  export: [
    "areaExport",
    "collectionExport",
    "exportLink areaExport",
    "exportLink collectionExport",
    "exportLink orderExport",
    "orderExport",
  ],
};

it.each(Object.entries(actions))("[STAFF-1] the permission %s is needed for its actions", (action, names) => {
  const found = calls.filter(({ needed }) => needed.some((one) => one === action));
  expect(found.map(nameOf).sort()).toEqual(names);
});

it("[STAFF-1] separates actions from viewing: an account that may only view can change nothing for others", () => {
  const viewing: readonly string[] = ["anyone", "token", "manager", "home", "details", "user"];
  const open = endpoints.filter(
    ({ method, reads, access, managerPermission, fieldPermissions }) =>
      method === "POST" && !reads && viewing.includes(access) && !managerPermission && !fieldPermissions,
  );
  // The caller's own session, account, and settings.
  const own = ["guestLogin", "login", "logout", "changePassword", "saveNotificationSettings"];
  const notifications = ["subscribePush", "unsubscribePush", "sendTestNotification", "snoozeAlert"];
  // Notes and answers that belong to viewing orders and outlets.
  const notes = ["feedbackInsert", "feedbackLook", "feedbackClose", "proposePosition"];
  expect(open.map(({ name }) => name).sort()).toEqual([...own, ...notifications, ...notes].sort());
});
