import { type Language, languages } from "@reposo/contract/text/languages.ts";
import type { Translations } from "#platform/text/translations.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface AdvertRecord {
  readonly advertId: string;
  readonly imageUrl: string | null;
  readonly linkUrl: string | null;
  readonly texts: Translations;
}

/**
 * Returns the adverts that are valid at `now`, sorted by position: those of the whole network and those of the
 * outlet. If `outletId` is null, returns only those of the whole network.
 */
export async function currentAdverts(
  db: Querier,
  outletId: string | null,
  now: Date,
): Promise<AdvertRecord[]> {
  return sql<AdvertRecord>`
    SELECT advert_id AS "advertId", image_url AS "imageUrl", link_url AS "linkUrl", texts FROM advert
    WHERE (outlet_ids IS NULL OR ${outletId} = ANY(outlet_ids))
      AND (valid_from IS NULL OR valid_from <= ${now}) AND (valid_until IS NULL OR ${now} < valid_until)
    ORDER BY position, created_at, advert_id`.rows(db);
}

/** A row of the adverts file. A text is null if the advert has none in that language. */
export interface AdvertFacts extends Readonly<Record<Language, string | null>> {
  readonly advertId: string;
  /** Null: the advert is shown on every chair of the network. */
  readonly outletIds: readonly string[] | null;
  readonly imageUrl: string | null;
  readonly linkUrl: string | null;
  readonly validFrom: Date | null;
  /** Exclusive; null: the advert has no end. */
  readonly validUntil: Date | null;
  /** Adverts with a lower position come first. */
  readonly position: number;
}

/** Loads adverts by ID and locks their rows until the transaction ends. */
export async function lockAdverts(
  uow: UnitOfWork,
  advertIds: readonly string[],
): Promise<Map<string, AdvertFacts>> {
  const found = await sql<Omit<AdvertFacts, Language> & { texts: Translations }>`
    SELECT advert_id AS "advertId", outlet_ids AS "outletIds", image_url AS "imageUrl", link_url AS "linkUrl",
      valid_from AS "validFrom", valid_until AS "validUntil", position, texts
    FROM advert WHERE advert_id = ANY(${advertIds}::text[]) ORDER BY advert_id FOR UPDATE`.execute(uow);
  return new Map(
    found.rows.map(({ texts, ...facts }) => [
      facts.advertId,
      { ...facts, en_US: null, zh_CN: null, zh_TW: null, id_ID: null, ...texts },
    ]),
  );
}

function rowOf(facts: AdvertFacts): object {
  const texts: Partial<Record<Language, string>> = {};
  for (const language of languages) {
    const text = facts[language];
    if (text !== null) texts[language] = text;
  }
  return { ...facts, texts };
}

/** @returns how many rows were created and changed; identical rows are not written */
export async function upsertAdverts(
  uow: UnitOfWork,
  rows: readonly AdvertFacts[],
  now: Date,
): Promise<{ created: number; changed: number }> {
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  const written = await sql<{ created: boolean }>`
    INSERT INTO advert (advert_id, outlet_ids, image_url, link_url, texts, position, valid_from, valid_until, created_at)
    SELECT r."advertId", r."outletIds", r."imageUrl", r."linkUrl", r.texts, r.position, r."validFrom", r."validUntil",
      ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map(rowOf))}::jsonb) AS r ("advertId" text, "outletIds" text[],
      "imageUrl" text, "linkUrl" text, texts jsonb, position integer, "validFrom" timestamptz,
      "validUntil" timestamptz)
    ON CONFLICT (advert_id) DO UPDATE SET outlet_ids = excluded.outlet_ids, image_url = excluded.image_url,
      link_url = excluded.link_url, texts = excluded.texts, position = excluded.position,
      valid_from = excluded.valid_from, valid_until = excluded.valid_until
    WHERE (advert.outlet_ids, advert.image_url, advert.link_url, advert.texts, advert.position, advert.valid_from,
        advert.valid_until)
      IS DISTINCT FROM (excluded.outlet_ids, excluded.image_url, excluded.link_url, excluded.texts,
        excluded.position, excluded.valid_from, excluded.valid_until)
    RETURNING xmax = 0 AS created`.execute(uow);
  const created = written.rows.filter((row) => row.created).length;
  return { created, changed: written.rows.length - created };
}
