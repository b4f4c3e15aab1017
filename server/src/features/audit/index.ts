export { type AuditFinding, audits, runAudit } from "./run-audit.ts";
