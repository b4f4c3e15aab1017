import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Kinds of cases. docs/operating.md describes what happened and what the operator must do. */
export const attentionKinds = [
  "ranAfterRefund",
  "runWithoutOrder",
  "refundFailed",
  "eventGap",
  "paymentMismatch",
  "ranShort",
  "endUnheard",
  "coinsDoubted",
  "coinsMissing",
  "refundExceedsPayment",
  "providerDiffers",
  "dispute",
  "runMisreported",
  "identityShared",
  "eventExcess",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** A problem that a person has to resolve; at most one case exists per `kind` and `subject`. */
export interface NewCase {
  readonly kind: AttentionKind;
  /** Null if the case does not concern a chair. */
  readonly deviceId: string | null;
  /** Null if the case does not concern an order. */
  readonly orderId: string | null;
  /** Identifies the case among those of its kind, for example by a device ID or an order ID. */
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly openedAt: Date;
}

export interface AttentionCase extends NewCase {
  readonly caseId: string;
}

/** @returns whether the case was opened; an existing case, open or closed, stays unchanged */
export async function openCase(uow: UnitOfWork, opened: NewCase): Promise<boolean> {
  return sql`
    INSERT INTO attention_case (case_id, kind, device_id, order_id, subject, detail, opened_at)
    VALUES (${randomUUID()}, ${opened.kind}, ${opened.deviceId}, ${opened.orderId}, ${opened.subject},
      ${JSON.stringify(opened.detail)}::jsonb, ${opened.openedAt})
    ON CONFLICT (kind, subject) DO NOTHING RETURNING case_id`.hasRows(uow);
}

/** Returns the open cases, oldest first, at most `limit`; null is no limit. */
export async function listOpenCases(db: Querier, limit: number | null = null): Promise<AttentionCase[]> {
  return sql<AttentionCase>`
    SELECT case_id AS "caseId", kind, device_id AS "deviceId", order_id AS "orderId", subject, detail,
      opened_at AS "openedAt"
    FROM attention_case WHERE closed_at IS NULL ORDER BY opened_at, case_id LIMIT ${limit}::bigint`.rows(db);
}

/** Returns the number of open cases by kind, without kinds that have none. */
export async function countOpenCases(db: Querier): Promise<Map<string, number>> {
  const counts = await sql<{ kind: string; count: number }>`
    SELECT kind, count(*) AS count FROM attention_case WHERE closed_at IS NULL GROUP BY kind`.rows(db);
  return new Map(counts.map(({ kind, count }) => [kind, count]));
}

/** Returns the IDs of the open cases of a kind, oldest first; `openedBefore` is exclusive, and null is no limit. */
export async function openCaseIds(
  db: Querier,
  { kind, openedBefore }: { readonly kind: string; readonly openedBefore: Date | null },
): Promise<string[]> {
  const found = await sql<{ caseId: string }>`
    SELECT case_id::text AS "caseId" FROM attention_case
    WHERE kind = ${kind} AND closed_at IS NULL AND opened_at < coalesce(${openedBefore}, 'infinity'::timestamptz)
    ORDER BY opened_at, case_id`.rows(db);
  return found.map(({ caseId }) => caseId);
}

/** Finds a case by its ID, open or closed. */
export async function findCase(db: Querier, caseId: string): Promise<AttentionCase | null> {
  return sql<AttentionCase>`
    SELECT case_id AS "caseId", kind, device_id AS "deviceId", order_id AS "orderId", subject, detail,
      opened_at AS "openedAt"
    FROM attention_case WHERE case_id::text = ${caseId}`.rowOrNull(db);
}

/**
 * Closes a case that a person has resolved. A case that is already closed keeps its closing time. A case of doubted coins
 * closes only with the decision about its last coin (`undecided`); otherwise, the coins would be forgotten.
 */
export async function closeCase(
  uow: UnitOfWork,
  caseId: string,
  closedAt: Date,
): Promise<"closed" | "alreadyClosed" | "undecided" | "unknown"> {
  const isClosed = await sql`
    UPDATE attention_case SET closed_at = ${closedAt}
    WHERE case_id::text = ${caseId} AND closed_at IS NULL AND kind <> 'coinsDoubted' RETURNING case_id`.hasRows(
    uow,
  );
  if (isClosed) return "closed";
  const [known] = await sql<{ isOpen: boolean }>`
    SELECT closed_at IS NULL AS "isOpen" FROM attention_case WHERE case_id::text = ${caseId}`.rows(uow);
  if (known === undefined) return "unknown";
  return known.isOpen ? "undecided" : "alreadyClosed";
}

/**
 * Locks a case until the transaction ends. A transaction that decides by other rows whether the case stays open must
 * lock the case before reading those rows. Otherwise, it would miss uncommitted changes of concurrent transactions.
 */
export async function lockCaseAbout(
  uow: UnitOfWork,
  { kind, subject }: Pick<NewCase, "kind" | "subject">,
): Promise<void> {
  await sql`SELECT FROM attention_case WHERE kind = ${kind} AND subject = ${subject} FOR UPDATE`.execute(uow);
}

/** Closes an open case whose cause has ended. */
export async function closeCaseAbout(
  uow: UnitOfWork,
  { kind, subject, closedAt }: Pick<NewCase, "kind" | "subject"> & { readonly closedAt: Date },
): Promise<void> {
  await sql`
    UPDATE attention_case SET closed_at = ${closedAt}
    WHERE kind = ${kind} AND subject = ${subject} AND closed_at IS NULL`.execute(uow);
}

/**
 * Opens a closed case again with a new detail. A case that is open keeps its opening time and, unless `replacesDetail`,
 * its detail. It is locked in any case, so that a concurrent transaction does not close it.
 */
export async function reopenCase(
  uow: UnitOfWork,
  { kind, subject, detail, openedAt }: Pick<NewCase, "kind" | "subject" | "detail" | "openedAt">,
  { replacesDetail }: { readonly replacesDetail: boolean },
): Promise<void> {
  await sql`
    UPDATE attention_case SET closed_at = NULL,
      detail = CASE WHEN closed_at IS NULL AND NOT ${replacesDetail} THEN detail
        ELSE ${JSON.stringify(detail)}::jsonb END,
      opened_at = CASE WHEN closed_at IS NULL THEN opened_at ELSE ${openedAt} END
    WHERE kind = ${kind} AND subject = ${subject}`.execute(uow);
}

/** Replaces the detail of a case, which stays open or closed. */
export async function replaceCaseDetail(
  uow: UnitOfWork,
  { kind, subject, detail }: Pick<NewCase, "kind" | "subject" | "detail">,
): Promise<void> {
  await sql`
    UPDATE attention_case SET detail = ${JSON.stringify(detail)}::jsonb
    WHERE kind = ${kind} AND subject = ${subject}`.execute(uow);
}

/** A case lists at most this many occurrences, because a compromised chair could report any number. */
const maxListed = 20;

/**
 * Adds an occurrence, which `item` identifies, to the case of a chair and kind. Opens or reopens the case if necessary.
 * An occurrence that the case already lists changes nothing. There is one case per chair and kind, because a
 * compromised chair could otherwise open any number of cases.
 */
export async function addToDeviceCase(
  uow: UnitOfWork,
  {
    kind,
    deviceId,
    item,
    openedAt,
  }: Pick<NewCase, "kind" | "openedAt"> & { readonly deviceId: string; readonly item: string },
): Promise<void> {
  await sql`
    INSERT INTO attention_case (case_id, kind, device_id, subject, detail, opened_at)
    VALUES (${randomUUID()}, ${kind}, ${deviceId}, ${deviceId},
      jsonb_build_object('newest', jsonb_build_array(${item}::text), 'count', 1), ${openedAt})
    ON CONFLICT (kind, subject) DO UPDATE SET closed_at = NULL,
      opened_at = CASE WHEN attention_case.closed_at IS NULL THEN attention_case.opened_at ELSE excluded.opened_at END,
      detail = jsonb_build_object('newest', jsonb_path_query_array(
        excluded.detail->'newest' || (attention_case.detail->'newest'), ${`$[0 to ${maxListed - 1}]`}::jsonpath),
      'count', (attention_case.detail->>'count')::bigint + 1)
    WHERE NOT attention_case.detail->'newest' ? ${item}::text`.execute(uow);
}

/** Closes the chair's cases of missing events if no event is missing in any of its epochs. */
export async function closeGapCases(
  uow: UnitOfWork,
  { deviceId, closedAt }: { readonly deviceId: string; readonly closedAt: Date },
): Promise<void> {
  await sql`
    UPDATE attention_case SET closed_at = ${closedAt}
    WHERE kind = 'eventGap' AND device_id = ${deviceId} AND closed_at IS NULL
      AND NOT EXISTS (SELECT FROM chair_epoch e
        WHERE e.device_id = ${deviceId} AND e.highest_seq > e.complete_up_to)`.execute(uow);
}
