import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";

export interface OutletRecord {
  readonly outletId: string;
  readonly name: string;
  readonly address: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly devices: number;
}

/** Those of the given outlets that exist, by name. */
export async function outletsById(db: Querier, outletIds: readonly string[]): Promise<OutletRecord[]> {
  const found = await sql<OutletRecord>`
    SELECT o.outlet_id AS "outletId", o.name, o.address, o.time_zone AS "timeZone", o.currency,
      o.latitude, o.longitude, (SELECT count(*) FROM device d WHERE d.outlet_id = o.outlet_id) AS devices
    FROM outlet o WHERE o.outlet_id = ANY(${outletIds}::text[])
    ORDER BY o.name, o.outlet_id`.execute(db);
  return found.rows;
}

/** The currencies of these outlets, the one of most outlets first; figures are listed in this order. */
export async function currenciesOf(db: Querier, outletIds: readonly string[]): Promise<Currency[]> {
  const found = await sql<{ currency: Currency }>`
    SELECT currency FROM outlet WHERE outlet_id = ANY(${outletIds}::text[])
    GROUP BY currency ORDER BY count(*) DESC, currency`.execute(db);
  return found.rows.map((row) => row.currency);
}

export interface OutletFacts {
  readonly outletId: string;
  readonly name: string;
  readonly address: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Outlets of these ids that have taken money or hold chairs, with the currency they did so in. */
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

/** @returns how many rows were new and how many differed; equal ones are left untouched. */
export async function upsertOutlets(
  tx: Transaction,
  rows: readonly OutletFacts[],
  now: Date,
): Promise<{ created: number; changed: number }> {
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  const written = await sql<{ created: boolean }>`
    INSERT INTO outlet (outlet_id, name, address, time_zone, currency, latitude, longitude, created_at)
    SELECT r."outletId", r.name, r.address, r."timeZone", r.currency, r.latitude, r.longitude, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("outletId" text, name text, address text,
      "timeZone" text, currency text, latitude float8, longitude float8)
    ON CONFLICT (outlet_id) DO UPDATE SET name = excluded.name, address = excluded.address,
      time_zone = excluded.time_zone, currency = excluded.currency, latitude = excluded.latitude,
      longitude = excluded.longitude
    WHERE (outlet.name, outlet.address, outlet.time_zone, outlet.currency, outlet.latitude, outlet.longitude)
      IS DISTINCT FROM (excluded.name, excluded.address, excluded.time_zone, excluded.currency,
        excluded.latitude, excluded.longitude)
    RETURNING xmax = 0 AS created`.execute(tx);
  const created = written.rows.filter((row) => row.created).length;
  return { created, changed: written.rows.length - created };
}
