import { addAuditEntry, type AuditEntry } from "#platform/postgres/audit-trail.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Adds an entry about an order to the audit trail. */
export const auditOrder = (uow: UnitOfWork, orderId: string, entry: Omit<AuditEntry, "subject">): void =>
  addAuditEntry(uow, { ...entry, subject: `order:${orderId}` });
