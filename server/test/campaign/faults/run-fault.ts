import { sql } from "#platform/postgres/sql.ts";
import { runAudit } from "#features/audit/index.ts";
import type { PlacedStart } from "./fault-starts.ts";
import { type ConnectivityWatch, watchConnectivity } from "./fault-watch.ts";
import { type FaultNeeds, type FaultScale, type FaultWorld, openFaultWorld, until } from "./fault-world.ts";

/** One kind of fault. To add a fault, add a file in `faults/` and an entry in `fault-list.ts`. */
export interface Fault extends FaultNeeds {
  readonly name: string;
  /**
   * Places starts and causes the fault concurrently. Resolves when everything works again and each start has a result.
   */
  strike(world: FaultWorld): Promise<PlacedStart[]>;
}

export interface FaultFigures {
  readonly starts: number;
  /** Starts that the server refused before any payment. */
  readonly refused: number;
  readonly ran: number;
  readonly returned: number;
  /** Deviations, one sentence each: refunds although the chair was reachable in time, duplicates, losses, and others. */
  readonly findings: readonly string[];
}

/** A chair that was reachable this long before the deadline must run; in milliseconds. */
const backMs = 3_000;
const settleTimeoutMs = 120_000;

interface OrderRow {
  readonly orderId: string;
  readonly deviceId: string;
  readonly status: string;
  readonly endReason: string | null;
  readonly startDeadlineAt: Date | null;
  readonly cases: number;
}

/** Causes the fault once in a new world, and compares the result of every start with what the chairs did. */
export async function runFault(fault: Fault, seed: number, scale: FaultScale): Promise<FaultFigures> {
  const world = await openFaultWorld(fault, `${fault.name} ${seed}`, scale);
  const watch = watchConnectivity(world);
  try {
    const starts = await fault.strike(world);
    if (!(await until(() => isSettled(world), settleTimeoutMs)))
      world.findings.push(`not settled after ${settleTimeoutMs} ms: ${await findUnsettled(world)}`);
    await watch.stop();
    const orders = await findOrders(world);
    const findings = [
      ...world.findings,
      ...compareStarts(world, watch, starts, orders),
      ...compareMotors(world, orders),
      ...(await runAudit(world.test.database)).map((broken) => `audit: ${JSON.stringify(broken)}`),
    ];
    const ran = orders.filter(({ status }) => status === "completed").length;
    return {
      starts: starts.length,
      refused: starts.filter(({ orderId }) => orderId === null).length,
      ran,
      returned: orders.length - ran,
      findings,
    };
  } finally {
    await watch.stop();
    await world.close();
  }
}

/** Returns all orders that customers or managers placed, thus none of coins. */
export async function findOrders({ test }: FaultWorld): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT order_id AS "orderId", device_id AS "deviceId", status, end_reason AS "endReason",
      start_deadline_at AS "startDeadlineAt",
      (SELECT count(*) FROM attention_case a WHERE a.order_id = o.order_id AND a.kind = 'ranAfterRefund') AS cases
    FROM orders o WHERE pay_type <> 'coin'`.execute(test.database);
  return rows;
}

/**
 * Verifies that every accepted start is an order, that a client knows every order, and that chairs reachable in time ran.
 */
function compareStarts(
  world: FaultWorld,
  watch: ConnectivityWatch,
  starts: readonly PlacedStart[],
  orders: readonly OrderRow[],
): string[] {
  const findings: string[] = [];
  const accepted = new Map(
    starts.flatMap((start) => (start.orderId === null ? [] : [[start.orderId, start]])),
  );
  for (const orderId of accepted.keys())
    if (!orders.some((order) => order.orderId === orderId)) findings.push(`order ${orderId} is lost`);
  for (const order of orders) {
    const { orderId, status, endReason, deviceId } = order;
    const start = accepted.get(orderId);
    if (start === undefined) findings.push(`order ${orderId} (${status}) was not returned to any client`);
    if (status === "completed" || start === undefined) continue;
    const deadlineMs = deadlineOf(world, order, start);
    if (watch.wasReachable(deviceId, deadlineMs - backMs, deadlineMs))
      findings.push(
        `order ${orderId} is ${status} (${endReason}) although chair ${deviceId} was back in time`,
      );
  }
  return findings;
}

/** Returns the deadline by `performance.now`; it cannot be derived from a time stored by a movable clock. */
function deadlineOf(
  { clock, deadlineMs }: FaultWorld,
  { startDeadlineAt }: OrderRow,
  start: PlacedStart,
): number {
  if (clock !== null || startDeadlineAt === null) return start.sentAtMs + deadlineMs;
  return startDeadlineAt.getTime() - performance.timeOrigin;
}

export function compareMotors({ motors }: FaultWorld, orders: readonly OrderRow[]): string[] {
  return orders.flatMap(({ orderId, status, cases }) => {
    const runs = motors.filter((ran) => ran.orderId === orderId).length;
    if (runs > 1) return [`order ${orderId} ran ${runs} times`];
    if (status === "completed" && runs === 0) return [`order ${orderId} is completed and never ran`];
    return status !== "completed" && runs > 0 && cases === 0
      ? [`order ${orderId} is ${status}, ran, and no case was opened`]
      : [];
  });
}

/** Returns true if every order has ended with its money settled, and every chair is idle without pending events. */
export async function isSettled(world: FaultWorld): Promise<boolean> {
  const isBusy = world.fleet.states().some((chair) => chair.pendingEvents > 0 || chair.running !== null);
  return !isBusy && (await findUnsettled(world)) === "";
}

export async function findUnsettled({ test }: FaultWorld): Promise<string> {
  const { rows } = await sql<{ left: string }>`
    SELECT format('order %s of %s is %s', order_id, device_id, status) AS left FROM orders
      WHERE status IN ('unpaid', 'paid', 'starting', 'running')
    UNION ALL SELECT format('%s of %s waits: %s', kind, subject, last_error) FROM outbox
      WHERE kind <> 'check-payment'`.execute(test.database);
  return rows.map(({ left }) => left).join("; ");
}
