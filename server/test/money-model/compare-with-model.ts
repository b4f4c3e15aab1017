import { sql } from "#platform/postgres/sql.ts";
import { expect } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import type { MoneyWorld } from "./money-world.ts";

interface Row {
  readonly orderId: string;
  readonly status: string;
  readonly endReason: string | null;
  readonly receivedMinor: number;
  readonly refundTotalMinor: number;
  readonly returnedMinor: number;
  readonly provider: string | null;
  readonly ref: string | null;
}

const rowsOf = async ({ server, outlet }: MoneyWorld) =>
  (
    await sql<Row>`
      SELECT o.order_id AS "orderId", o.status, o.end_reason AS "endReason", p.provider, p.provider_ref AS ref,
        (SELECT coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0)::bigint FROM ledger_entry l
          WHERE l.order_id = o.order_id) AS "receivedMinor",
        (SELECT coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0)::bigint FROM ledger_entry l
          WHERE l.order_id = o.order_id) AS "returnedMinor",
        (SELECT coalesce(sum(amount_minor), 0)::bigint FROM refund r
          WHERE r.order_id = o.order_id) AS "refundTotalMinor"
      FROM orders o LEFT JOIN payment p USING (order_id)
      WHERE o.outlet_id = ${outlet.outletId} ORDER BY o.order_id`.execute(server.test.database)
  ).rows;

/**
 * Expects that orders, money, and coupons equal the model. A refund in progress may be complete once its provider reports
 * it.
 */
export async function compareWithModel(world: MoneyWorld): Promise<void> {
  const rows = new Map((await rowsOf(world)).map((row) => [row.orderId, row]));
  expect(rows.size).toBe(world.model.orders.length);
  for (const order of world.model.orders) {
    const row = rows.get(order.orderId) as Row;
    const isBack = row.returnedMinor === order.receivedMinor && order.receivedMinor > 0;
    const { status, endReason, receivedMinor, refundTotalMinor } = order;
    expect(row).toMatchObject({
      status: status === "failed" && isBack ? "refunded" : status,
      endReason,
      receivedMinor,
      refundTotalMinor,
    });
    if (order.payType !== "online" || row.provider === "simulated")
      expect(row.returnedMinor).toBe(refundTotalMinor);
    else expect(row.returnedMinor).toBeLessThanOrEqual(returnedBy(world, row));
  }
  const uses = await sql<{ code: string; uses: number }>`
    SELECT code, uses_taken AS uses FROM coupon
    WHERE code = ANY(${world.coupons.map(({ code }) => code)}::text[])`.execute(world.server.test.database);
  expect(Object.fromEntries(uses.rows.map(({ code, uses: taken }) => [code, taken]))).toEqual(
    Object.fromEntries(world.coupons.map(({ code, held }) => [code, held.length])),
  );
}

function returnedBy({ server }: MoneyWorld, { provider, ref }: Row): number {
  const refunds = server.companies.find(({ name }) => name === provider)?.refunds ?? [];
  return refunds
    .filter((refund) => refund.pageRef === ref && refund.state === "succeeded")
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
}

/**
 * Lets all faults end and hours pass. Then verifies that nothing is open, that ledger, providers, and chairs agree, and
 * that all audits pass.
 * @returns how the orders ended
 */
export async function closeBooks(world: MoneyWorld): Promise<string[]> {
  const { server, chairs, model } = world;
  for (const { faults, refunds } of server.companies) {
    Object.assign(faults, { failing: 0, losingResponses: 0, refundsEnd: "succeeded" });
    for (const refund of refunds) if (refund.state === "pending") refund.state = "succeeded";
  }
  for (const [at, chair] of chairs.entries()) {
    await world.setMode(at, "obeys");
    chair.repair(world.now());
  }
  await world.advance(7 * 3_600_000);
  await compareWithModel(world);

  const rows = await rowsOf(world);
  expect(rows.filter(({ status }) => /^(unpaid|paid|starting|running)$/.test(status))).toEqual([]);
  for (const row of rows) if (row.ref !== null && row.provider !== "simulated") expectOneBook(world, row);
  const ran = chairs.flatMap((chair) => chair.runs);
  expect(new Set(ran).size).toBe(ran.length);
  for (const { orderId, status, parent } of model.orders)
    if (status === "completed") expect(ran).toContain((parent ?? { orderId }).orderId);
    else if (ran.includes(orderId)) expect(await hasOpenCase(world, orderId)).toBe(true);
  const { rows: left } = await sql`SELECT kind, subject, last_error FROM outbox`.execute(
    server.test.database,
  );
  expect(left).toEqual([]);
  await expectShortRuns(world);
  expect(await runAudit(server.test.database)).toEqual([]);
  return rows.map(({ status, endReason }) => `${status} (${endReason})`);
}

function expectOneBook(world: MoneyWorld, row: Row): void {
  const company = world.server.companies.find(({ name }) => name === row.provider);
  const page = company?.pages.get(row.ref ?? "");
  expect(page?.state).toBe(row.receivedMinor > 0 ? "paid" : "expired");
  if (row.receivedMinor > 0) expect(page?.amountMinor).toBe(row.receivedMinor);
  expect(row.returnedMinor).toBe(returnedBy(world, row));
  const abandoned = (company?.refunds ?? [])
    .filter((refund) => refund.pageRef === row.ref && refund.state === "failed")
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  expect(row.returnedMinor + abandoned).toBe(row.refundTotalMinor);
}

/** Expects a case for exactly those massages that a chair ended early. */
async function expectShortRuns({ server, model }: MoneyWorld): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT order_id AS id FROM attention_case
    WHERE kind = 'ranShort' AND order_id = ANY(${model.orders.map(({ orderId }) => orderId)}::uuid[])`.execute(
    server.test.database,
  );
  const cutShort = model.orders.filter(({ wasCutShort }) => wasCutShort);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(cutShort.map(({ orderId }) => orderId).toSorted());
}

async function hasOpenCase({ server }: MoneyWorld, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM attention_case WHERE order_id = ${orderId} AND kind = 'ranAfterRefund'`.execute(
    server.test.database,
  );
  return rows.length > 0;
}
