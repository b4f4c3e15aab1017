import { type AlertKind, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { QuietHours } from "./quiet-hours-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface StoredSettings {
  /** Null: no e-mails. */
  readonly email: string | null;
  readonly quiet: QuietHours | null;
}

const quiet = sql`
  CASE WHEN s.quiet_from IS NOT NULL THEN json_build_object('from', s.quiet_from, 'to', s.quiet_to) END`;

export async function findSettings(db: Querier, accountId: string): Promise<StoredSettings | null> {
  return sql<StoredSettings>`
    SELECT s.email, ${quiet} AS quiet FROM notification_settings s WHERE s.account_id = ${accountId}`.rowOrNull(
    db,
  );
}

export async function writeSettings(
  uow: UnitOfWork,
  accountId: string,
  settings: StoredSettings & { readonly language: Language },
): Promise<void> {
  const { email, language } = settings;
  const [from, to] = [settings.quiet?.from ?? null, settings.quiet?.to ?? null];
  await sql`
    INSERT INTO notification_settings (account_id, email, language, quiet_from, quiet_to)
    VALUES (${accountId}, ${email}, ${language}, ${from}, ${to})
    ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, language = excluded.language,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`.execute(uow);
}

/** The outlets and the kinds of alerts about which an account gets no notifications. */
export interface Mutes {
  readonly outletIds: readonly string[];
  readonly kinds: readonly AlertKind[];
}

export async function findMutes(db: Querier, accountId: string): Promise<Mutes> {
  const found = await sql<{ outletId: string | null; kind: AlertKind | null }>`
    SELECT outlet_id AS "outletId", kind FROM notification_mute
    WHERE account_id = ${accountId} ORDER BY outlet_id, kind`.execute(db);
  return {
    outletIds: found.rows.flatMap(({ outletId }) => outletId ?? []),
    kinds: found.rows.flatMap(({ kind }) => kind ?? []),
  };
}

export async function replaceMutes(
  uow: UnitOfWork,
  accountId: string,
  { outletIds, kinds }: Mutes,
): Promise<void> {
  await sql`DELETE FROM notification_mute WHERE account_id = ${accountId}`.execute(uow);
  await sql`
    INSERT INTO notification_mute (account_id, outlet_id, kind)
    SELECT ${accountId}::uuid, outlet_id, NULL FROM unnest(${outletIds}::text[]) AS one (outlet_id)
    UNION SELECT ${accountId}::uuid, NULL, kind FROM unnest(${kinds}::text[]) AS one (kind)`.execute(uow);
}

export interface Recipient {
  readonly accountId: string;
  readonly outletName: string;
  /** The time zone of the outlet, in which the quiet hours apply. */
  readonly timeZone: string;
  readonly quiet: QuietHours | null;
}

/**
 * Returns the managers of an outlet who have the permission for alerts of a kind, have muted neither the outlet nor the
 * kind, and have a subscribed browser or an e-mail address. With `accountId`, returns only this manager.
 */
export async function selectRecipients(
  db: Querier,
  { outletId, kind, accountId = null }: { outletId: string; kind: AlertKind; accountId?: string | null },
): Promise<Recipient[]> {
  return sql<Recipient>`
    SELECT a.account_id::text AS "accountId", o.name AS "outletName", o.time_zone AS "timeZone", ${quiet} AS quiet
    FROM outlet_manager m
    JOIN account a USING (account_id)
    JOIN outlet o USING (outlet_id)
    LEFT JOIN notification_settings s USING (account_id)
    WHERE m.outlet_id = ${outletId} AND a.kind = 'outletManager' AND a.disabled_at IS NULL
      AND a.deleted_at IS NULL AND ${alertPermissions[kind]} = ANY (a.permissions)
      AND (${accountId}::uuid IS NULL OR a.account_id = ${accountId}::uuid)
      AND NOT EXISTS (SELECT FROM notification_mute x
        WHERE x.account_id = a.account_id AND (x.outlet_id = ${outletId} OR x.kind = ${kind}))
      AND (s.email IS NOT NULL
        OR EXISTS (SELECT FROM push_subscription p WHERE p.account_id = a.account_id))
    ORDER BY a.account_id`.rows(db);
}

export interface MailAddress {
  readonly email: string;
  readonly language: Language;
}

/** Returns an account's address for e-mails; null if the account has none, or is disabled or deleted. */
export async function findMailAddress(db: Querier, accountId: string): Promise<MailAddress | null> {
  return sql<MailAddress>`
    SELECT s.email, s.language FROM notification_settings s JOIN account a USING (account_id)
    WHERE s.account_id = ${accountId} AND s.email IS NOT NULL AND a.disabled_at IS NULL
      AND a.deleted_at IS NULL`.rowOrNull(db);
}
