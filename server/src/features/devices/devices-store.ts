import type { DeviceSort } from "@reposo/contract/devices/device-sorts.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { isDeviceId } from "./devices-rules.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import type { Contact } from "@reposo/contract/outlets/contact.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface DeviceRecord {
  readonly deviceId: string;
  readonly outletId: string;
  readonly outletName: string;
  /** The outlet's own contact; null: the operator's. */
  readonly contact: Contact | null;
  readonly currency: Currency;
  readonly timeZone: string;
  readonly priceGroupId: string | null;
  /** The time of the chair's last move to another outlet, or of its installation if it was never moved. */
  readonly atOutletSince: Date;
  /** When the operator disabled the chair or a manager took it out of service; null if the chair is in service. */
  readonly disabledAt: Date | null;
  /**
   * The reason that a manager gave and customers see; null if the chair is in service or the operator disabled it.
   */
  readonly outOfServiceReason: string | null;
  readonly online: boolean;
  /** Null until the chair has reported its state. */
  readonly bootId: string | null;
  /** Null until the chair has reported its state. */
  readonly firmware: string | null;
  /** Signal strength of the last reported state in dBm; null if the state contained none. */
  readonly signalDbm: number | null;
  /** The fault code in the last reported state; null if it contained none. A disabled chair can have one too. */
  readonly fault: string | null;
  /** When the chair was last known to be online; null if it was never online. */
  readonly lastSeenAt: Date | null;
  readonly liveOrder: {
    readonly orderId: string;
    /** Null for an order that a manager placed or that coins started. */
    readonly customerId: string | null;
    /** Null until the order has started. */
    readonly endsAt: Date | null;
  } | null;
  /** The expected end of a run without a live order, such as a run started by coins; null if there is none. */
  readonly unorderedRunEndsAt: Date | null;
}

// This feature reads a table of the orders feature, because the live order is part of a chair's state.
export const joinLiveOrder = sql`LEFT JOIN open_order live ON live.holds_device_id = d.device_id`;

/** SQL condition: the chair `d` is in use by a live order, or by a run without one. Requires `joinLiveOrder`. */
export const isInUseNow = sql<boolean>`(live.order_id IS NOT NULL OR d.unordered_run_ends_at IS NOT NULL)`;

/** SQL condition: the chair `d` is offline, faulty, or disabled. */
export const isAbnormal = sql<boolean>`(NOT d.online OR d.fault IS NOT NULL OR d.disabled_at IS NOT NULL)`;

interface DeviceRowOfStore extends Omit<DeviceRecord, "liveOrder"> {
  readonly liveOrderId: string | null;
  readonly liveCustomerId: string | null;
  readonly liveEndsAt: Date | null;
}

const columns = sql`d.device_id AS "deviceId", d.outlet_id AS "outletId", o.name AS "outletName", o.contact, o.currency,
  o.time_zone AS "timeZone", d.price_group_id AS "priceGroupId", coalesce(d.moved_at, d.installed_at) AS "atOutletSince",
  d.disabled_at AS "disabledAt", d.out_of_service_reason AS "outOfServiceReason", d.online, d.boot_id AS "bootId", d.firmware,
  d.signal_dbm AS "signalDbm", d.fault,
  d.last_seen_at AS "lastSeenAt", live.order_id AS "liveOrderId", live.customer_id AS "liveCustomerId",
  live.ends_at AS "liveEndsAt", d.unordered_run_ends_at AS "unorderedRunEndsAt"`;

const toRecord = ({
  liveOrderId,
  liveCustomerId,
  liveEndsAt,
  ...device
}: DeviceRowOfStore): DeviceRecord => ({
  ...device,
  liveOrder:
    liveOrderId === null ? null : { orderId: liveOrderId, customerId: liveCustomerId, endsAt: liveEndsAt },
});

/** Returns a chair by its exact ID; null for an unknown or malformed ID. */
export const findDevice = async (db: Querier, deviceId: string): Promise<DeviceRecord | null> =>
  (await findDevices(db, [deviceId])).get(deviceId) ?? null;

/** Returns chairs by ID, without unknown and malformed IDs. */
export async function findDevices(
  db: Querier,
  deviceIds: readonly string[],
): Promise<Map<string, DeviceRecord>> {
  const possible = deviceIds.filter(isDeviceId);
  if (possible.length === 0) return new Map();
  const found = await sql<DeviceRowOfStore>`
    SELECT ${columns} FROM device d JOIN outlet o USING (outlet_id) ${joinLiveOrder}
    WHERE d.device_id = ANY(${possible}::text[])`.execute(db);
  return new Map(found.rows.map((row) => [row.deviceId, toRecord(row)]));
}

export const listDeviceIds = async (db: Querier): Promise<string[]> =>
  (
    await sql<{ deviceId: string }>`SELECT device_id AS "deviceId" FROM device ORDER BY device_id`.rows(db)
  ).map(({ deviceId }) => deviceId);

/** Locks a chair's row until the transaction ends. Returns null for an unknown chair. */
export async function lockDevice(
  uow: UnitOfWork,
  deviceId: string,
): Promise<Pick<DeviceRecord, "outletId" | "online" | "disabledAt" | "outOfServiceReason"> | null> {
  return sql<DeviceRecord>`
    SELECT outlet_id AS "outletId", online, disabled_at AS "disabledAt", out_of_service_reason AS "outOfServiceReason"
    FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE`.rowOrNull(uow);
}

/** A filter of chairs. A field that is null does not restrict the result. */
export interface DeviceFilter {
  readonly outletIds: readonly string[];
  readonly deviceId: string | null;
  /** Part of the device ID or of the outlet's name, in upper or lower case. */
  /** Part of a device ID or of an outlet's name, as `normaliseSearch` returns it. */
  readonly keyword: string | null;
  readonly online: boolean | null;
  readonly inUse: boolean | null;
  readonly abnormal: boolean | null;
}

/**
 * Returns a page of chairs sorted by ID, after `afterDeviceId`. It reads the first chairs of each outlet through an
 * index, because a scan by ID could read the whole network to find the chairs of a small outlet.
 */
export async function selectDevices(
  db: Querier,
  filter: DeviceFilter,
  afterDeviceId: string | null,
  limit: number,
): Promise<DeviceRecord[]> {
  const after = afterDeviceId === null ? sql`` : sql`AND d.device_id > ${afterDeviceId}`;
  const found = await sql<DeviceRowOfStore>`
    WITH page AS (
      SELECT first.device_id FROM outlet o CROSS JOIN LATERAL (
        SELECT d.device_id FROM device d ${filter.inUse === null ? sql`` : joinLiveOrder}
        WHERE d.outlet_id = o.outlet_id AND ${matches(filter)} ${after}
        ORDER BY d.device_id LIMIT ${limit}
      ) AS first
      WHERE o.outlet_id = ANY(${filter.outletIds}::text[])
      ORDER BY first.device_id LIMIT ${limit}
    )
    SELECT ${columns}
    FROM page JOIN device d USING (device_id) JOIN outlet o USING (outlet_id) ${joinLiveOrder}
    ORDER BY d.device_id`.execute(db);
  return found.rows.map(toRecord);
}

/** The columns by which the list of chairs can be sorted. Names are sorted without regard to case. */
const sortKeys: Record<DeviceSort, SqlQuery> = {
  device: sql`d.device_id`,
  outlet: sql`lower(o.name)`,
  // A chair that is online counts as just seen.
  seen: sql`CASE WHEN d.online THEN 'infinity' ELSE coalesce(d.last_seen_at, '-infinity') END`,
};

/** Returns a page of chairs sorted by a column. It sorts all chairs that match, at most those of the caller's outlets. */
export async function selectSortedDevices(
  db: Querier,
  filter: DeviceFilter,
  sorting: { readonly column: DeviceSort; readonly ascending: boolean },
  afterDeviceId: string | null,
  limit: number,
): Promise<DeviceRecord[]> {
  const direction = sorting.ascending ? sql`ASC` : sql`DESC`;
  const after =
    afterDeviceId === null ? sql`0` : sql`(SELECT place FROM sorted WHERE device_id = ${afterDeviceId})`;
  const found = await sql<DeviceRowOfStore>`
    WITH sorted AS (
      SELECT d.device_id,
        row_number() OVER (ORDER BY ${sortKeys[sorting.column]} ${direction}, d.device_id ${direction}) AS place
      FROM device d JOIN outlet o USING (outlet_id) ${filter.inUse === null ? sql`` : joinLiveOrder}
      WHERE d.outlet_id = ANY(${filter.outletIds}::text[]) AND ${matches(filter)}
    )
    SELECT ${columns}
    FROM (SELECT device_id, place FROM sorted WHERE place > ${after} ORDER BY place LIMIT ${limit}) AS page
      JOIN device d USING (device_id) JOIN outlet o USING (outlet_id) ${joinLiveOrder}
    ORDER BY page.place`.execute(db);
  return found.rows.map(toRecord);
}

export async function countMatching(db: Querier, filter: DeviceFilter): Promise<number> {
  const live = filter.inUse === null ? sql`` : joinLiveOrder;
  const { total } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM device d JOIN outlet o USING (outlet_id) ${live}
    WHERE d.outlet_id = ANY(${filter.outletIds}::text[]) AND ${matches(filter)}`.firstRow(db);
  return total;
}

function matches({ deviceId, keyword, online, inUse, abnormal }: DeviceFilter) {
  const conditions = [sql`true`];
  if (deviceId !== null) conditions.push(sql`d.device_id = ${deviceId}`);
  if (online !== null) conditions.push(sql`d.online = ${online}`);
  if (inUse !== null) conditions.push(inUse ? isInUseNow : sql`NOT ${isInUseNow}`);
  if (abnormal !== null) conditions.push(abnormal ? isAbnormal : sql`NOT ${isAbnormal}`);
  // Uses strpos instead of LIKE, so that `%` and `_` in the input are no wildcards.
  if (keyword !== null)
    conditions.push(sql`(strpos(d.device_id, ${normaliseDeviceId(keyword) || keyword}) > 0
      OR strpos(lower(translate(normalize(o.name, NFKC), '‐‑‒–—―⁃−', '--------')), ${keyword}) > 0)`);
  return sql.join(conditions, sql` AND `);
}

export interface DeviceCounts {
  readonly total: number;
  /** Number of chairs that are offline, faulty, or disabled; each chair is counted once. */
  readonly abnormal: number;
  /** Numbers of the other chairs; `abnormal`, `inUse`, and `idle` add up to `total`. */
  readonly inUse: number;
  readonly idle: number;
  readonly online: number;
}

export const countDevices = (db: Querier, outletIds: readonly string[]): Promise<DeviceCounts> =>
  sql<DeviceCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE ${isAbnormal}) AS abnormal,
      count(*) FILTER (WHERE NOT ${isAbnormal} AND ${isInUseNow}) AS "inUse",
      count(*) FILTER (WHERE NOT ${isAbnormal} AND NOT ${isInUseNow}) AS idle,
      count(*) FILTER (WHERE d.online) AS online
    FROM device d ${joinLiveOrder}
    WHERE d.outlet_id = ANY(${outletIds}::text[])`.firstRow(db);
