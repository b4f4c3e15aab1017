import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Translations } from "#platform/text/translations.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface PriceRecord {
  readonly priceId: string;
  readonly priceGroupId: string;
  readonly gear: number;
  readonly name: string;
  readonly minutes: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The name by language; a language without an entry has `name`. */
  readonly names: Translations;
  /** Whether the price is selected until the customer chooses one; at most one current price of a group is. */
  readonly popular: boolean;
}

const columns = sql`p.price_id AS "priceId", p.price_group_id AS "priceGroupId", p.gear, p.name, p.minutes,
  p.amount_minor AS "amountMinor", g.currency, p.names, p.popular`;

/** Returns the current prices of a group, cheapest first; none for a chair without a group. */
export const priceListOf = async (db: Querier, priceGroupId: string | null): Promise<PriceRecord[]> =>
  priceGroupId === null ? [] : pricesOfGroups(db, [priceGroupId]);

/** Returns the current prices of the given groups, cheapest first. */
export async function pricesOfGroups(db: Querier, priceGroupIds: readonly string[]): Promise<PriceRecord[]> {
  return sql<PriceRecord>`
    SELECT ${columns} FROM price p JOIN price_group g USING (price_group_id)
    WHERE p.price_group_id = ANY(${priceGroupIds}::text[]) AND p.retired_at IS NULL
    ORDER BY p.amount_minor, p.minutes, p.gear, p.price_id`.rows(db);
}

/** Returns the current prices with the given IDs that belong to one of the given groups. */
export async function findPrices(
  db: Querier,
  priceGroupIds: readonly string[],
  priceIds: readonly string[],
): Promise<PriceRecord[]> {
  // IDs are compared as text, since an ID from a client may not be a UUID. The index finds the few rows of a group.
  return sql<PriceRecord>`
    SELECT ${columns} FROM price p JOIN price_group g USING (price_group_id)
    WHERE p.price_group_id = ANY(${priceGroupIds}::text[]) AND p.retired_at IS NULL
      AND p.price_id::text = ANY(${priceIds}::text[])`.rows(db);
}

/** Returns true if a price with this ID exists, even if it is retired or belongs to another group. */
export async function priceExists(db: Querier, priceId: string): Promise<boolean> {
  return sql`SELECT FROM price WHERE price_id::text = ${priceId}`.hasRows(db);
}

/**
 * Serialises imports until the transaction ends. Row locks would not cover new groups, and LOCK TABLE needs a
 * table-level privilege, which the server's role does not have.
 */
export async function lockPriceGroups(uow: UnitOfWork): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('price groups', 0))`.execute(uow);
}

export async function priceGroupCurrencies(
  db: Querier,
  priceGroupIds: readonly string[],
): Promise<Map<string, Currency>> {
  const found = await sql<{ priceGroupId: string; currency: Currency }>`
    SELECT price_group_id AS "priceGroupId", currency FROM price_group
    WHERE price_group_id = ANY(${priceGroupIds}::text[])`.execute(db);
  return new Map(found.rows.map((row) => [row.priceGroupId, row.currency]));
}

export async function addPriceGroups(
  uow: UnitOfWork,
  groups: readonly { priceGroupId: string; currency: Currency }[],
): Promise<void> {
  await sql`
    INSERT INTO price_group (price_group_id, currency)
    SELECT g."priceGroupId", g.currency
    FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS g ("priceGroupId" text, currency text)
    ON CONFLICT (price_group_id) DO NOTHING`.execute(uow);
}

export async function retirePrices(uow: UnitOfWork, priceIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE price SET retired_at = ${now} WHERE price_id = ANY(${priceIds}::uuid[])`.execute(uow);
}

export async function addPrices(
  uow: UnitOfWork,
  prices: readonly Omit<PriceRecord, "currency" | "popular">[],
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO price (price_id, price_group_id, gear, name, names, minutes, amount_minor, created_at)
    SELECT p."priceId", p."priceGroupId", p.gear, p.name, p.names, p.minutes, p."amountMinor", ${now}
    FROM jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) AS p ("priceId" uuid, "priceGroupId" text,
      gear integer, name text, names jsonb, minutes integer, "amountMinor" bigint)`.execute(uow);
}

/** The popular price of a group; null: none. */
export interface PopularPrice {
  readonly priceGroupId: string;
  readonly offer: Pick<PriceRecord, "gear" | "minutes"> | null;
}

/** Makes the given current prices the popular ones of their groups. @returns the IDs of groups in which one was set */
export async function setPopularPrices(
  uow: UnitOfWork,
  popular: readonly PopularPrice[],
): Promise<Set<string>> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(popular.map(({ priceGroupId, offer }) => ({ priceGroupId, ...offer })))}::jsonb)
    AS g ("priceGroupId" text, gear integer, minutes integer)`;
  // Before the new ones, because of the unique index.
  await sql`
    UPDATE price p SET popular = false FROM ${rows}
    WHERE p.price_group_id = g."priceGroupId" AND p.retired_at IS NULL AND p.popular
      AND (p.gear, p.minutes) IS DISTINCT FROM (g.gear, g.minutes)`.execute(uow);
  const set = await sql<{ priceGroupId: string }>`
    UPDATE price p SET popular = true FROM ${rows}
    WHERE p.price_group_id = g."priceGroupId" AND p.retired_at IS NULL AND p.gear = g.gear AND p.minutes = g.minutes
    RETURNING p.price_group_id AS "priceGroupId"`.rows(uow);
  return new Set(set.map(({ priceGroupId }) => priceGroupId));
}
