import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Permission, permissions as allPermissions } from "@reposo/contract/permissions.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

/** Creation time of all rows that this file inserts, and default time of orders. */
export const factoryStart = new Date("2026-11-01T00:00:00Z");

/** Returns a random part of an ID, so that rows of tests that share a database do not collide. */
const letters = (bytes: number) => randomBytes(bytes).toString("hex").toUpperCase();

export async function makeOutlet(
  db: Database,
  outlet: {
    outletId?: string;
    name?: string;
    currency?: Currency;
    timeZone?: string;
    openingHours?: OpeningHours;
  } = {},
): Promise<string> {
  const outletId = outlet.outletId ?? `outlet-${letters(5)}`;
  await insertRows(db, "outlet", [
    {
      outlet_id: outletId,
      name: outlet.name ?? `Outlet ${outletId}`,
      time_zone: outlet.timeZone ?? "Asia/Manila",
      currency: outlet.currency ?? "PHP",
      latitude: null,
      longitude: null,
      created_at: factoryStart,
      opening_hours: outlet.openingHours === undefined ? null : JSON.stringify(outlet.openingHours),
    },
  ]);
  return outletId;
}

/**
 * Turns an order into a coin order at an earlier time, so that the time in its ID is later than the time of the order.
 */
export const moveToEarlierCoin = (db: Database, orderId: string, orderedAt: Date): Promise<unknown> =>
  sql`UPDATE orders SET order_type = 'coin', pay_type = 'coin', ordered_at = ${orderedAt}, started_at = ${orderedAt},
    ends_at = ${orderedAt}, ended_at = ${orderedAt}, end_reason = 'finished'
    WHERE order_id = ${orderId}`.execute(db);

export interface DeviceToMake {
  deviceId?: string;
  outletId: string;
  priceGroupId?: string | null;
  online?: boolean;
  fault?: string | null;
  disabled?: boolean;
  lastSeenAt?: Date | null;
}

/** Inserts a chair; idle, healthy, and online by default. */
export async function makeDevice(db: Database, device: DeviceToMake): Promise<string> {
  const deviceId = device.deviceId ?? `T${letters(6)}`;
  await insertRows(db, "device", [
    {
      device_id: deviceId,
      outlet_id: device.outletId,
      price_group_id: device.priceGroupId ?? null,
      installed_at: factoryStart,
      disabled_at: device.disabled ? factoryStart : null,
      online: device.online ?? true,
      fault: device.fault ?? null,
      last_seen_at: device.lastSeenAt ?? null,
    },
  ]);
  return deviceId;
}

export interface LiveOrderToMake {
  deviceId: string;
  outletId: string;
  customerId?: string | null;
  status?: "paid" | "starting" | "running" | "unpaid" | "cancelled" | "completed";
  endsAt?: Date;
  orderedAt?: Date;
  /** Minor units; 0 by default. */
  amountMinor?: number;
}

/** Inserts an order on a chair; running by default. */
export async function makeOrder(db: Database, order: LiveOrderToMake): Promise<string> {
  const orderedAt = order.orderedAt ?? factoryStart;
  const orderId = newIdAt(orderedAt);
  const started = order.status === undefined || order.status === "running" || order.status === "completed";
  await insertRows(db, "orders", [
    {
      order_id: orderId,
      order_number: letters(8),
      ordered_at: orderedAt,
      device_id: order.deviceId,
      outlet_id: order.outletId,
      order_type: "coupon",
      pay_type: "coupon",
      status: order.status ?? "running",
      price_id: null,
      gear: 1,
      minutes: 10,
      amount_minor: order.amountMinor ?? 0,
      currency: "PHP",
      customer_id: order.customerId ?? null,
      account_id: null,
      coupon_id: null,
      coupon_property: null,
      coupon_code: null,
      cash_coupon_code: null,
      parent_order_id: null,
      run_id: null,
      deadline_at: null,
      start_deadline_at: null,
      started_at: started ? orderedAt : null,
      ends_at: started ? (order.endsAt ?? new Date(orderedAt.getTime() + 600_000)) : null,
      ended_at: null,
      end_reason: null,
    },
  ]);
  return orderId;
}

export const tokenHashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Inserts a session of an account or a customer that already exists, and returns its token. */
export async function makeSession(
  db: Querier,
  holder: { accountId: string } | { customerId: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertRows(db, "session", [
    {
      token_hash: tokenHashOf(token),
      account_id: "accountId" in holder ? holder.accountId : null,
      customer_id: "customerId" in holder ? holder.customerId : null,
      created_at: factoryStart,
      last_used_at: factoryStart,
      expires_at: new Date("2126-01-01T00:00:00Z"),
      ended_at: null,
      end_reason: null,
    },
  ]);
  return token;
}

export interface Signed<C> {
  readonly token: string;
  readonly caller: C;
}

/** Creates a customer with a session. Returns its token and the caller that the token authenticates. */
export async function makeCustomer(db: Database): Promise<Signed<CustomerCaller>> {
  const customerId = randomUUID();
  // One transaction, because a running server purges customers without a session.
  const token = await transact(db, async (uow) => {
    await insertRows(uow, "customer", [{ customer_id: customerId, created_at: factoryStart }]);
    return makeSession(uow, { customerId });
  });
  return { token, caller: { kind: "customer", customerId, tokenHash: tokenHashOf(token) } };
}

/** Creates an outlet manager with a session. */
export async function makeManager(
  db: Database,
  manager: { outletIds: readonly string[]; permissions?: readonly Permission[]; name?: string },
): Promise<Signed<ManagerCaller>> {
  const accountId = randomUUID();
  const name = manager.name ?? "Maria Santos";
  const permissions = [...(manager.permissions ?? allPermissions)];
  await insertRows(db, "account", [
    {
      account_id: accountId,
      kind: "outletManager",
      login_name: `manager.${letters(6)}`,
      password_hash: "never logs in by password",
      display_name: name,
      phone: null,
      permissions,
      created_at: factoryStart,
      disabled_at: null,
      deleted_at: null,
    },
  ]);
  for (const outletId of manager.outletIds)
    await insertRows(db, "outlet_manager", [{ outlet_id: outletId, account_id: accountId }]);
  const token = await makeSession(db, { accountId });
  return {
    token,
    caller: {
      kind: "manager",
      accountId,
      name,
      permissions,
      country: "PH",
      currency: "PHP",
      timeZone: "Asia/Manila",
      outletIds: [...manager.outletIds],
      tokenHash: tokenHashOf(token),
    },
  };
}
