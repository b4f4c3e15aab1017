import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { Contact } from "@reposo/contract/outlets/contact.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OutletHours } from "#platform/time/opening-hours.ts";
import { isComputableZone } from "#platform/time/calendar.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** What the server refunds at an outlet when a chair ends a massage early because of a fault or power loss. */
export const refundPolicies = ["none", "proportional", "full"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export interface OutletRecord {
  readonly outletId: string;
  readonly name: string;
  readonly address: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Null if the opening hours are unknown. */
  readonly openingHours: OpeningHours | null;
  readonly devices: number;
}

/** Returns the existing outlets with these IDs, sorted by name. */
export async function outletsById(db: Querier, outletIds: readonly string[]): Promise<OutletRecord[]> {
  return sql<OutletRecord>`
    SELECT o.outlet_id AS "outletId", o.name, o.address, o.time_zone AS "timeZone", o.currency,
      o.latitude, o.longitude, o.opening_hours AS "openingHours", (SELECT count(*) FROM device d WHERE d.outlet_id = o.outlet_id) AS devices
    FROM outlet o WHERE o.outlet_id = ANY(${outletIds}::text[])
    ORDER BY o.name, o.outlet_id`.rows(db);
}

/**
 * Returns the currencies of the given outlets. The currency of the most outlets comes first, which is the order in which
 * figures are listed.
 */
export async function currenciesOf(db: Querier, outletIds: readonly string[]): Promise<Currency[]> {
  const rows = await sql<{ currency: Currency }>`
    SELECT currency FROM outlet WHERE outlet_id = ANY(${outletIds}::text[])
    GROUP BY currency ORDER BY count(*) DESC, currency`.rows(db);
  return rows.map((row) => row.currency);
}

/**
 * Returns the opening hours by outlet ID, without outlets whose opening hours are unknown. Earlier versions imported
 * time zones in which hours cannot be computed.
 */
export async function openingHoursOf(
  db: Querier,
  outletIds: readonly string[],
): Promise<Map<string, OutletHours>> {
  const found = await sql<OutletHours & { outletId: string }>`
    SELECT outlet_id AS "outletId", opening_hours AS week, time_zone AS "timeZone" FROM outlet
    WHERE outlet_id = ANY(${outletIds}::text[]) AND opening_hours IS NOT NULL`.execute(db);
  return new Map(
    found.rows
      .filter(({ timeZone }) => isComputableZone(timeZone))
      .map(({ outletId, ...hours }) => [outletId, hours]),
  );
}

/** Payment and refund settings of an outlet. */
export interface MoneyTerms {
  /** Payment providers in the order of preference; null: all that support the outlet's currency. */
  readonly paymentProviders: readonly string[] | null;
  /** Applies to massages that a chair ends early because of a fault or power loss. */
  readonly refundPolicy: RefundPolicy;
}

/** Returns the payment and refund settings of an outlet. @throws Error if the outlet does not exist */
export async function moneyTermsOf(db: Querier, outletId: string): Promise<MoneyTerms> {
  const terms = await sql<MoneyTerms>`
    SELECT payment_providers AS "paymentProviders", refund_policy AS "refundPolicy"
    FROM outlet WHERE outlet_id = ${outletId}`.rowOrNull(db);
  if (terms === null) throw new Error(`there is no outlet ${outletId}`);
  return terms;
}

export interface OutletFacts extends MoneyTerms, Omit<OutletRecord, "devices"> {
  /** Whom customers contact. If all four are null, the operator's contact applies. */
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly contactMessenger: string | null;
  readonly contactHours: string | null;
}

function contactOf(outlet: OutletFacts): Contact | null {
  const contact: Contact = {
    name: outlet.contactName,
    phone: outlet.contactPhone,
    messengerUrl: outlet.contactMessenger,
    hours: outlet.contactHours,
  };
  return Object.values(contact).every((value) => value === null) ? null : contact;
}

/** Loads the fields that an import may omit for existing outlets, and locks their rows until the transaction ends. */
export async function lockOutlets(
  uow: UnitOfWork,
  outletIds: readonly string[],
): Promise<Map<string, Omit<OutletFacts, "name" | "timeZone" | "currency">>> {
  const found = await sql<Omit<OutletFacts, "name" | "timeZone" | "currency">>`
    SELECT outlet_id AS "outletId", address, latitude, longitude, payment_providers AS "paymentProviders",
      refund_policy AS "refundPolicy", opening_hours AS "openingHours", contact->>'name' AS "contactName",
      contact->>'phone' AS "contactPhone", contact->>'messengerUrl' AS "contactMessenger",
      contact->>'hours' AS "contactHours"
    FROM outlet WHERE outlet_id = ANY(${outletIds}::text[]) ORDER BY outlet_id FOR NO KEY UPDATE`.execute(
    uow,
  );
  return new Map(found.rows.map((outlet) => [outlet.outletId, outlet]));
}

/** Returns the currencies of those outlets that have orders or chairs, by outlet ID. */
export async function currenciesInUse(
  db: Querier,
  outletIds: readonly string[],
): Promise<Map<string, Currency>> {
  const found = await sql<{ outletId: string; currency: Currency }>`
    SELECT o.outlet_id AS "outletId", o.currency FROM outlet o
    WHERE o.outlet_id = ANY(${outletIds}::text[]) AND (
      EXISTS (SELECT FROM device d WHERE d.outlet_id = o.outlet_id)
      OR EXISTS (SELECT FROM orders r WHERE r.outlet_id = o.outlet_id))`.execute(db);
  return new Map(found.rows.map((row) => [row.outletId, row.currency]));
}

/** @returns how many rows were created and changed; identical rows are not written */
export async function upsertOutlets(
  uow: UnitOfWork,
  rows: readonly OutletFacts[],
  now: Date,
): Promise<{ created: number; changed: number }> {
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  const written = await sql<{ created: boolean }>`
    INSERT INTO outlet (outlet_id, name, address, time_zone, currency, latitude, longitude, payment_providers,
      refund_policy, opening_hours, contact, created_at)
    SELECT r."outletId", r.name, r.address, r."timeZone", r.currency, r.latitude, r.longitude,
      r."paymentProviders", r."refundPolicy", r."openingHours", nullif(r.contact, 'null'), ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, contact: contactOf(row) })))}::jsonb) AS r ("outletId" text, name text, address text,
      "timeZone" text, currency text, latitude float8, longitude float8, "paymentProviders" text[],
      "refundPolicy" text, "openingHours" jsonb, contact jsonb)
    ON CONFLICT (outlet_id) DO UPDATE SET name = excluded.name, address = excluded.address,
      time_zone = excluded.time_zone, currency = excluded.currency, latitude = excluded.latitude,
      longitude = excluded.longitude, payment_providers = excluded.payment_providers,
      refund_policy = excluded.refund_policy, opening_hours = excluded.opening_hours, contact = excluded.contact
    WHERE (outlet.name, outlet.address, outlet.time_zone, outlet.currency, outlet.latitude, outlet.longitude,
        outlet.payment_providers, outlet.refund_policy, outlet.opening_hours, outlet.contact)
      IS DISTINCT FROM (excluded.name, excluded.address, excluded.time_zone, excluded.currency,
        excluded.latitude, excluded.longitude, excluded.payment_providers, excluded.refund_policy, excluded.opening_hours,
        excluded.contact)
    RETURNING xmax = 0 AS created`.execute(uow);
  const created = written.rows.filter((row) => row.created).length;
  return { created, changed: written.rows.length - created };
}

export async function existingOutletIds(db: Querier, outletIds: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ outlet_id: string }>`
    SELECT outlet_id FROM outlet WHERE outlet_id = ANY(${outletIds}::text[])`.execute(db);
  return new Set(found.rows.map((row) => row.outlet_id));
}
