import { randomUUID } from "node:crypto";
import type { Language } from "@reposo/contract/languages.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";

export interface AdvertRecord {
  readonly advertId: string;
  readonly imageUrl: string | null;
  readonly linkUrl: string | null;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** The network's current adverts, and an outlet's own where one is named, in their order. */
export async function currentAdverts(db: Querier, outletId: string | null): Promise<AdvertRecord[]> {
  const found = await sql<AdvertRecord>`
    SELECT advert_id AS "advertId", image_url AS "imageUrl", link_url AS "linkUrl", texts FROM advert
    WHERE retired_at IS NULL AND (outlet_id IS NULL OR outlet_id = ${outletId})
    ORDER BY position, created_at, advert_id`.execute(db);
  return found.rows;
}

export interface NewAdvert extends Omit<AdvertRecord, "advertId"> {
  /** Null: shown on every chair of the network. */
  readonly outletId: string | null;
  readonly position: number;
}

export async function publishAdvert(tx: Transaction, advert: NewAdvert, now: Date): Promise<string> {
  const advertId = randomUUID();
  await sql`
    INSERT INTO advert (advert_id, outlet_id, image_url, link_url, texts, position, created_at)
    VALUES (${advertId}, ${advert.outletId}, ${advert.imageUrl}, ${advert.linkUrl},
      ${JSON.stringify(advert.texts)}::jsonb, ${advert.position}, ${now})`.execute(tx);
  return advertId;
}
