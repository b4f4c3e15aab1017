import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { KnownDispute } from "./dispute-rules.ts";

export interface DisputeRecord extends KnownDispute {
  readonly provider: string;
  /** The provider's number of the dispute. */
  readonly disputeRef: string;
  readonly paymentId: string;
  readonly orderId: string;
}

const disputeColumns = sql`provider, dispute_ref AS "disputeRef", payment_id AS "paymentId", order_id AS "orderId",
  amount_minor AS "amountMinor", currency, reason, state, respond_by AS "respondBy", reported_at AS "reportedAt",
  withdrawn_at AS "withdrawnAt", fee_minor AS "feeMinor", fee_currency AS "feeCurrency",
  reinstated_at AS "reinstatedAt", reinstated_minor AS "reinstatedMinor",
  reinstated_fee_minor AS "reinstatedFeeMinor"`;

/** Stores a dispute; returns false if another transaction has stored it. */
export async function insertDispute(uow: UnitOfWork, dispute: DisputeRecord): Promise<boolean> {
  return sql`
    INSERT INTO dispute (provider, dispute_ref, payment_id, order_id, amount_minor, currency, reason, state, respond_by,
      reported_at, withdrawn_at, fee_minor, fee_currency, reinstated_at, reinstated_minor, reinstated_fee_minor)
    VALUES (${dispute.provider}, ${dispute.disputeRef}, ${dispute.paymentId}, ${dispute.orderId},
      ${dispute.amountMinor}, ${dispute.currency}, ${dispute.reason}, ${dispute.state}, ${dispute.respondBy},
      ${dispute.reportedAt}, ${dispute.withdrawnAt}, ${dispute.feeMinor}, ${dispute.feeCurrency},
      ${dispute.reinstatedAt}, ${dispute.reinstatedMinor}, ${dispute.reinstatedFeeMinor})
    ON CONFLICT DO NOTHING RETURNING provider`.hasRows(uow);
}

export async function updateDispute(uow: UnitOfWork, dispute: DisputeRecord): Promise<void> {
  await sql`
    UPDATE dispute SET amount_minor = ${dispute.amountMinor}, reason = ${dispute.reason}, state = ${dispute.state},
      respond_by = ${dispute.respondBy}, reported_at = ${dispute.reportedAt}, withdrawn_at = ${dispute.withdrawnAt},
      fee_minor = ${dispute.feeMinor}, fee_currency = ${dispute.feeCurrency}, reinstated_at = ${dispute.reinstatedAt},
      reinstated_minor = ${dispute.reinstatedMinor}, reinstated_fee_minor = ${dispute.reinstatedFeeMinor}
    WHERE provider = ${dispute.provider} AND dispute_ref = ${dispute.disputeRef}`.execute(uow);
}

export async function lockDispute(
  uow: UnitOfWork,
  { provider, disputeRef }: Pick<DisputeRecord, "provider" | "disputeRef">,
): Promise<DisputeRecord | null> {
  return sql<DisputeRecord>`
    SELECT ${disputeColumns} FROM dispute
    WHERE provider = ${provider} AND dispute_ref = ${disputeRef} FOR UPDATE`.rowOrNull(uow);
}

export async function findDispute(
  db: Querier,
  { provider, disputeRef }: Pick<DisputeRecord, "provider" | "disputeRef">,
): Promise<DisputeRecord | null> {
  return sql<DisputeRecord>`
    SELECT ${disputeColumns} FROM dispute
    WHERE provider = ${provider} AND dispute_ref = ${disputeRef}`.rowOrNull(db);
}
