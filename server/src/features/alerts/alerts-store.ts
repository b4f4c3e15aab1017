import { randomUUID } from "node:crypto";
import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { Cause } from "./alert-cause-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface AlertRecord extends Cause {
  readonly alertId: string;
  readonly openedAt: Date;
}

export interface OpenedAlert extends AlertRecord {
  /** Currency of the outlet. */
  readonly currency: Currency;
}

/**
 * Tries to acquire the advisory lock of the alert evaluation until the transaction ends, because only one server may
 * evaluate alerts at a time.
 * @returns false if another evaluation holds the lock
 */
export async function lockEvaluation(uow: UnitOfWork): Promise<boolean> {
  const { taken } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('alerts.evaluate')) AS taken`.firstRow(uow);
  return taken;
}

const columns = sql`alert.alert_id::text AS "alertId", alert.kind, alert.cause, alert.outlet_id AS "outletId",
  alert.device_id AS "deviceId", alert.device_ids AS "deviceIds", alert.since, alert.quantity,
  alert.amount_minor AS "amountMinor", alert.fault, alert.opened_at AS "openedAt"`;

export async function selectOpenAlerts(db: Querier): Promise<AlertRecord[]> {
  return sql<AlertRecord>`SELECT ${columns} FROM alert WHERE resolved_at IS NULL`.rows(db);
}

/** @returns the inserted alerts; a cause whose alert is already open is skipped */
export async function insertAlerts(
  uow: UnitOfWork,
  causes: readonly Cause[],
  now: Date,
): Promise<OpenedAlert[]> {
  if (causes.length === 0) return [];
  const rows = causes.map((cause) => ({ ...cause, alertId: randomUUID() }));
  return sql<OpenedAlert>`
    WITH inserted AS (
      INSERT INTO alert (alert_id, kind, cause, outlet_id, device_id, device_ids, since, quantity, amount_minor, fault,
        opened_at)
      SELECT "alertId", kind, cause, "outletId", "deviceId", "deviceIds", since, quantity, "amountMinor", fault,
        ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("alertId" uuid, kind text, cause text,
        "outletId" text, "deviceId" text, "deviceIds" text[], since timestamptz, quantity integer,
        "amountMinor" bigint, fault text)
      ON CONFLICT (cause) WHERE resolved_at IS NULL DO NOTHING
      RETURNING *
    )
    SELECT ${columns}, outlet.currency FROM inserted AS alert JOIN outlet USING (outlet_id)`.rows(uow);
}

export async function resolveAlerts(
  uow: UnitOfWork,
  alerts: readonly { readonly alertId: string; readonly finalCostMinor: number }[],
  now: Date,
): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    UPDATE alert SET resolved_at = greatest(${now}, opened_at), final_cost_minor = t.cost
    FROM unnest(${alerts.map((alert) => alert.alertId)}::uuid[],
      ${alerts.map((alert) => alert.finalCostMinor)}::bigint[]) AS t (id, cost)
    WHERE alert_id = t.id AND resolved_at IS NULL`.execute(uow);
}

/** Updates an open alert from its current cause; `since` never moves to a later time. */
export async function updateAlert(uow: UnitOfWork, alertId: string, cause: Cause): Promise<void> {
  await sql`
    UPDATE alert SET quantity = ${cause.quantity}, amount_minor = ${cause.amountMinor}, fault = ${cause.fault},
      device_ids = ${cause.deviceIds}::text[], since = least(since, ${cause.since})
    WHERE alert_id = ${alertId}::uuid AND resolved_at IS NULL`.execute(uow);
}

export interface ListedAlert extends OpenedAlert {
  readonly outletName: string;
  /** Null if the alert is open. */
  readonly resolvedAt: Date | null;
  /** Null if the alert is open. */
  readonly finalCostMinor: number | null;
  /** Null if the account has not snoozed the alert, or has snoozed it until its `quantity` changes. */
  readonly snoozedUntil: Date | null;
  readonly snoozed: boolean;
}

export interface AlertFilter {
  /** The account whose snoozes are returned. */
  readonly accountId: string;
  readonly outletIds: readonly string[];
  readonly kinds: readonly AlertKind[];
  /** Selects the alerts of this chair and the alerts of its outlet that affect it; null: all alerts. */
  readonly deviceId: string | null;
}

/** Selects alerts, each with the account's snooze of the alert if the snooze has not ended. */
const listed = (accountId: string, now: Date) => sql`
  SELECT ${columns}, outlet.currency, outlet.name AS "outletName", alert.resolved_at AS "resolvedAt",
    alert.final_cost_minor AS "finalCostMinor", snooze.until AS "snoozedUntil", snooze.alert_id IS NOT NULL AS snoozed
  FROM alert JOIN outlet USING (outlet_id)
  LEFT JOIN LATERAL (
    SELECT s.alert_id, s.until FROM alert_snooze s
    WHERE s.alert_id = alert.alert_id AND s.account_id = ${accountId}::uuid
      AND (s.until > ${now} OR (s.until IS NULL AND s.quantity = alert.quantity))
  ) AS snooze ON true`;

const matches = ({ outletIds, kinds, deviceId }: AlertFilter) => sql`
  alert.outlet_id = ANY(${outletIds}::text[]) AND alert.kind = ANY(${kinds}::text[])
  AND (${deviceId}::text IS NULL OR alert.device_id = ${deviceId} OR ${deviceId} = ANY(alert.device_ids))`;

export async function listOpenAlerts(db: Querier, filter: AlertFilter, now: Date): Promise<ListedAlert[]> {
  return sql<ListedAlert>`
    SELECT * FROM (${listed(filter.accountId, now)}
      WHERE alert.resolved_at IS NULL AND ${matches(filter)}) AS open`.rows(db);
}

/** Returns at most `limit` alerts that were resolved at or after `from`, newest first. */
export async function listResolvedAlerts(
  db: Querier,
  filter: AlertFilter,
  { now, from, limit }: { readonly now: Date; readonly from: Date; readonly limit: number },
): Promise<ListedAlert[]> {
  return sql<ListedAlert>`
    SELECT * FROM (${listed(filter.accountId, now)}
      WHERE alert.resolved_at >= ${from} AND ${matches(filter)}) AS resolved
    ORDER BY "resolvedAt" DESC, "alertId" LIMIT ${limit}`.rows(db);
}

export async function countResolvedAlerts(db: Querier, filter: AlertFilter, from: Date): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM alert WHERE resolved_at >= ${from} AND ${matches(filter)}`.firstRow(db);
  return total;
}

export async function findOpenAlert(
  db: Querier,
  alertId: string,
): Promise<(Pick<AlertRecord, "kind" | "outletId" | "quantity"> & { readonly zone: string }) | null> {
  return sql<AlertRecord & { readonly zone: string }>`
    SELECT kind, outlet_id AS "outletId", quantity, outlet.time_zone AS zone
    FROM alert JOIN outlet USING (outlet_id)
    WHERE alert_id = ${alertId}::uuid AND resolved_at IS NULL`.rowOrNull(db);
}

export async function isAlertOpen(db: Querier, alertId: string): Promise<boolean> {
  return sql`
    SELECT FROM alert WHERE alert_id = ${alertId}::uuid AND resolved_at IS NULL`.hasRows(db);
}

export async function saveSnooze(
  uow: UnitOfWork,
  snooze: {
    readonly alertId: string;
    readonly accountId: string;
    /** Null: until the alert's quantity differs from `quantity`. */
    readonly until: Date | null;
    readonly quantity: number;
  },
): Promise<void> {
  await sql`
    INSERT INTO alert_snooze (alert_id, account_id, until, quantity)
    VALUES (${snooze.alertId}::uuid, ${snooze.accountId}::uuid, ${snooze.until}, ${snooze.quantity})
    ON CONFLICT (alert_id, account_id) DO UPDATE SET until = excluded.until, quantity = excluded.quantity`.execute(
    uow,
  );
}

export async function deleteSnooze(uow: UnitOfWork, alertId: string, accountId: string): Promise<void> {
  await sql`DELETE FROM alert_snooze WHERE alert_id = ${alertId}::uuid AND account_id = ${accountId}::uuid`.execute(
    uow,
  );
}

/**
 * Deletes alerts that were resolved more than a year ago. The list of alerts shows them for 30 days; the timeline of a
 * chair shows them until they are deleted.
 */
export async function purgeAlerts(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM alert WHERE resolved_at < ${now}::timestamptz - interval '365 days'`.execute(db);
}
