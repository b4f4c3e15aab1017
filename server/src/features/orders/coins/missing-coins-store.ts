import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomUUID } from "node:crypto";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Two known coins of an epoch between which the coin counter rose without a coin event. */
export interface CoinGap {
  readonly epoch: string;
  readonly beforeSeq: number;
  readonly afterSeq: number;
  readonly missingMinor: number;
}

/** `foundAt` is the text that PostgreSQL returns, because a JavaScript `Date` would lose the microseconds. */
type KnownGap = CoinGap & { readonly foundAt: string };

interface GapChange<Gap> {
  readonly deviceId: string;
  readonly currency: Currency;
  readonly removed: readonly Gap[];
  readonly found: readonly Gap[];
  readonly now: Date;
}

/** A case lists at most this many gaps, the newest ones, because a compromised chair could create any number. */
const maxListed = 20;
const nothingMissing = { count: 0, missingMinor: 0, newest: [] };

/**
 * Replaces the removed gaps by the found ones, and updates the chair's case of missing coins. A found gap inside
 * a removed gap is the remainder after a delayed coin, so it keeps the time of the removed gap. Only new gaps open or
 * reopen the case.
 */
export async function changeGaps(uow: UnitOfWork, change: GapChange<CoinGap>): Promise<void> {
  const { deviceId, currency, now } = change;
  const removed = await removeGaps(uow, deviceId, change.removed);
  const storedGapOf = (part: CoinGap) =>
    removed.find(
      ({ epoch, beforeSeq, afterSeq }) =>
        epoch === part.epoch && beforeSeq <= part.beforeSeq && part.afterSeq <= afterSeq,
    );
  const isNew = change.found.some((gap) => storedGapOf(gap) === undefined);
  const newFoundAt = isNew ? await openGapsCase(uow, deviceId, now) : "";
  const found = change.found.map((gap) => ({ ...gap, foundAt: storedGapOf(gap)?.foundAt ?? newFoundAt }));
  await sql`
    INSERT INTO coin_gap (device_id, epoch, before_seq, after_seq, missing_minor, currency, found_at)
    SELECT ${deviceId}, epoch, "beforeSeq", "afterSeq", "missingMinor", ${currency}, "foundAt"
    FROM ${listed(found)}`.execute(uow);
  await updateGapsCase(uow, { deviceId, currency, removed, found, now });
}

const listed = (gaps: readonly CoinGap[]): SqlQuery<unknown> => sql`
  jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) AS gap (epoch text, "beforeSeq" bigint, "afterSeq" bigint,
    "missingMinor" bigint, "foundAt" timestamptz)`;

async function removeGaps(uow: UnitOfWork, deviceId: string, gaps: readonly CoinGap[]): Promise<KnownGap[]> {
  if (gaps.length === 0) return [];
  return sql<KnownGap>`
    DELETE FROM coin_gap g USING ${listed(gaps)}
    WHERE g.device_id = ${deviceId} AND g.epoch = gap.epoch AND g.before_seq = "beforeSeq" AND g.after_seq = "afterSeq"
    RETURNING g.epoch, g.before_seq AS "beforeSeq", g.after_seq AS "afterSeq", g.missing_minor AS "missingMinor",
      g.found_at::text AS "foundAt"`.rows(uow);
}

/**
 * Opens the chair's case, or reopens a closed case with an empty list of gaps. An open case is not changed.
 * @returns the time at which new gaps count as found: now, or the opening of the case if that is later
 */
async function openGapsCase(uow: UnitOfWork, deviceId: string, now: Date): Promise<string> {
  const { foundAt } = await sql<{ foundAt: string }>`
    INSERT INTO attention_case AS known (case_id, kind, device_id, subject, detail, opened_at)
    VALUES (${randomUUID()}, 'coinsMissing', ${deviceId}, ${deviceId}, ${JSON.stringify(nothingMissing)}::jsonb, ${now})
    ON CONFLICT (kind, subject) DO UPDATE SET closed_at = NULL,
      opened_at = CASE WHEN known.closed_at IS NULL THEN known.opened_at
        -- Later than every known gap, even if the server's clock was set back, so that the reopened case does not
        -- count them.
        ELSE greatest(excluded.opened_at, (SELECT max(found_at) FROM coin_gap WHERE device_id = ${deviceId}))
          + interval '1 microsecond' END,
      detail = CASE WHEN known.closed_at IS NULL THEN known.detail ELSE excluded.detail END
    RETURNING greatest(${now}, opened_at)::text AS "foundAt"`.firstRow(uow);
  return foundAt;
}

/**
 * Updates the count, amount, and list of the gaps found since the case was opened, and closes the case if none is left.
 */
async function updateGapsCase(uow: UnitOfWork, change: GapChange<KnownGap>): Promise<void> {
  const { deviceId, currency, now } = change;
  const [removed, found] = [JSON.stringify(change.removed), JSON.stringify(change.found)];
  const counted = (gaps: string) => sql`
    jsonb_array_elements(${gaps}::jsonb) AS one (gap) WHERE (gap->>'foundAt')::timestamptz >= opened_at`;
  const sum = (gaps: string) => sql`
    (SELECT coalesce(sum((gap->>'missingMinor')::bigint), 0) FROM ${counted(gaps)})`;
  const number = (gaps: string) => sql`(SELECT count(*) FROM ${counted(gaps)})`;
  const count = sql`((detail->>'count')::bigint + ${number(found)} - ${number(removed)})`;
  await sql`
    UPDATE attention_case SET
      closed_at = CASE WHEN ${count} = 0 THEN ${now}::timestamptz END,
      detail = jsonb_build_object('count', ${count}, 'currency', ${currency}::text,
        'missingMinor', (detail->>'missingMinor')::bigint + ${sum(found)} - ${sum(removed)},
        'newest', (SELECT coalesce(jsonb_agg(gap ORDER BY position), '[]') FROM (
          SELECT gap, position FROM jsonb_array_elements(
            (SELECT coalesce(jsonb_agg(gap - 'foundAt'), '[]') FROM ${counted(found)}) || (detail->'newest'))
            WITH ORDINALITY AS one (gap, position)
          WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(${removed}::jsonb) AS removed (gap)
            WHERE one.gap = removed.gap - 'foundAt')
          ORDER BY position LIMIT ${maxListed}) AS listed))
    WHERE kind = 'coinsMissing' AND subject = ${deviceId} AND closed_at IS NULL`.execute(uow);
}
