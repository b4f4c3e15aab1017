import { sql } from "#platform/postgres/sql.ts";
import { runAudit } from "#features/audit/index.ts";
import type { CampaignWorld } from "./campaign-world.ts";

interface PaymentRow {
  readonly orderId: string;
  readonly status: string;
  readonly provider: string;
  readonly ref: string | null;
  readonly state: string;
  readonly amountMinor: number;
  readonly returnedMinor: number;
}

/** Compares the ledger, the providers' payments, the chairs' runs, and the plans. Returns their differences. */
export async function compareMoney(world: CampaignWorld, holders: readonly string[]): Promise<string[]> {
  const { database } = world.test;
  const payments = await sql<PaymentRow>`
    SELECT o.order_id AS "orderId", o.status, p.provider, p.provider_ref AS ref, p.state, p.amount_minor AS "amountMinor",
      (SELECT coalesce(sum(amount_minor), 0)::bigint FROM refund r
        WHERE r.payment_id = p.payment_id AND r.state = 'returned') AS "returnedMinor"
    FROM payment p JOIN orders o USING (order_id)`.execute(database);
  const byRef = new Map(payments.rows.map((row) => [`${row.provider} ${row.ref}`, row]));
  const audits = await runAudit(database);
  return [
    ...audits.map(({ guarantee, audit, rows }) => `${guarantee} ${audit}: ${JSON.stringify(rows)}`),
    ...world.companies.flatMap((company) => compareCompany(company, byRef)),
    ...(await compareChairs(world)),
    ...(await compareCustomers(world, holders)),
    ...(await findUnfinished(world)),
  ];
}

function compareCompany(
  { name, pages, refunds }: CampaignWorld["companies"][number],
  byRef: ReadonlyMap<string, PaymentRow>,
): string[] {
  const differences: string[] = [];
  const charged = new Set<string>();
  for (const page of pages.values()) {
    const row = byRef.get(`${name} ${page.ref}`);
    const isPaid = page.state === "paid";
    const label = `${name} ${page.ref} of order ${row?.orderId} (${row?.status}): `;
    if (isPaid && charged.has(page.paymentId)) differences.push(`${label}charged twice`);
    if (isPaid) charged.add(page.paymentId);
    if (isPaid !== (row?.state === "confirmed"))
      differences.push(`${label}the page is ${page.state}, the payment ${row?.state}`);
    if (isPaid && page.amountMinor !== row?.amountMinor)
      differences.push(`${label}took ${page.amountMinor}, the server's record is ${row?.amountMinor}`);
    const back = refunds
      .filter((refund) => refund.pageRef === page.ref && refund.state === "succeeded")
      .reduce((sum, refund) => sum + refund.amountMinor, 0);
    if (back !== (row?.returnedMinor ?? 0))
      differences.push(`${label}gave ${back} back, the server's record is ${row?.returnedMinor}`);
  }
  return differences;
}

async function compareChairs({ motors, test }: CampaignWorld): Promise<string[]> {
  const { rows } = await sql<{
    orderId: string;
    isPart: boolean;
    status: string;
    money: number;
    cases: number;
  }>`
    SELECT coalesce(parent_order_id, order_id) AS "orderId", parent_order_id IS NOT NULL AS "isPart", status, (SELECT coalesce(sum(amount_minor), 0)::bigint FROM ledger_entry l
        WHERE l.order_id = o.order_id AND l.amount_minor > 0) AS money,
      (SELECT count(*) FROM attention_case a WHERE a.order_id = o.order_id AND a.kind = 'ranAfterRefund') AS cases
    FROM orders o`.execute(test.database);
  const differences: string[] = [];
  for (const { orderId, isPart, status, money, cases } of rows) {
    const ran = motors.filter((motor) => motor.orderId === orderId);
    const label = `order ${orderId} (${status}): `;
    if (ran.length > 1) differences.push(`${label}ran ${ran.length} times`);
    // The chair's run does not show whether the chair applied an extension.
    if (!isPart && ran.length > 0 && status !== "completed" && cases === 0)
      differences.push(`${label}ran without a case`);
    if (ran.length === 0 && status === "completed" && money > 0)
      differences.push(`${label}took ${money} and never ran`);
  }
  return differences;
}

async function compareCustomers({ test }: CampaignWorld, holders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ holder: string; orders: number }>`
    SELECT coalesce(customer_id, account_id)::text AS holder, count(*) AS orders FROM orders
    GROUP BY 1, parent_order_id IS NULL`.execute(test.database);
  const known = new Set(holders);
  return rows.flatMap(({ holder, orders }) => {
    if (!known.has(holder)) return [`${orders} orders of ${holder}, who ordered none`];
    return orders > 1 ? [`${orders} orders of ${holder}, who ordered one`] : [];
  });
}

/** Returns open orders, outbox jobs, pending refunds without a case, and unexpected cases. */
async function findUnfinished({ test }: CampaignWorld): Promise<string[]> {
  const { rows } = await sql<{ left: string }>`
    SELECT format('order %s is %s', order_id, status) AS left FROM orders
      WHERE status IN ('unpaid', 'paid', 'starting', 'running')
    UNION ALL SELECT format('%s of %s waits: %s', kind, subject, last_error) FROM outbox
    UNION ALL SELECT format('refund %s of order %s is %s', refund_id, order_id, state) FROM refund r
      WHERE state NOT IN ('returned', 'needsAttention') OR (state = 'needsAttention' AND NOT EXISTS
        (SELECT FROM attention_case a WHERE a.kind = 'refundFailed' AND a.subject = r.refund_id::text))
    UNION ALL SELECT format('%s of order %s', kind, order_id) FROM attention_case
      WHERE kind NOT IN ('ranAfterRefund', 'refundFailed', 'eventGap', 'endUnheard')`.execute(test.database);
  return rows.map((row) => row.left);
}
