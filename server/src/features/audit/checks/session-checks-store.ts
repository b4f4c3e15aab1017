import { sql } from "#platform/postgres/sql.ts";
import type { AuditQuery } from "#features/audit/audit-query.ts";

export const sessionAudits: readonly AuditQuery[] = [
  {
    guarantee: "G-10",
    name: "one-session-a-manager",
    holds: "A manager has at most one active session.",
    violations: sql`
      SELECT a.login_name, count(*) AS sessions FROM session s JOIN account a USING (account_id)
      WHERE s.ended_at IS NULL GROUP BY a.account_id HAVING count(*) > 1 ORDER BY a.login_name`,
  },
  {
    guarantee: "G-10",
    name: "ended-sessions-unused",
    holds: "No session was used after its end, and no session of a disabled account is active.",
    violations: sql`
      SELECT encode(s.token_hash, 'hex') AS token_hash, s.last_used_at, s.ended_at, s.end_reason,
        a.login_name, a.disabled_at
      FROM session s LEFT JOIN account a USING (account_id)
      WHERE s.last_used_at > s.ended_at OR (s.ended_at IS NULL AND a.disabled_at IS NOT NULL)
      ORDER BY s.created_at`,
  },
];
