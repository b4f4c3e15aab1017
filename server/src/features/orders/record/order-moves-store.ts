import type { EndReason, OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import { mayMove } from "./order-graph-rules.ts";
import { isChairOccupied } from "./orders-store.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface OrderMove {
  readonly orderId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: string;
  readonly at: Date;
  /** The next time at which the server has to process the order; null: none. */
  readonly deadlineAt: Date | null;
  readonly startDeadlineAt?: Date;
  readonly startedAt?: Date;
  readonly endsAt?: Date;
  readonly endedAt?: Date;
  readonly endReason?: EndReason;
  /** Intermediate statuses between `from` and `to`, which get the same time. */
  readonly through?: readonly OrderStatus[];
}

/**
 * Changes the status of an order along the state graph, and records each transition. The caller holds the row's
 * lock. The write is batched and deferred until `flush` or the commit; if the order is not in the status `from`
 * then, the transaction fails.
 * @throws Error immediately if a step is not in the graph
 */
export function moveOrder(uow: UnitOfWork, move: OrderMove): void {
  requireInGraph(move);
  uow.defer(orderMoves, [move]);
}

/**
 * Makes an order with a confirmed payment the live order of its chair. Unlike `moveOrder`, it writes immediately.
 * @returns false if the chair has another live order. In that case nothing is changed, and the caller can refund the
 *   payment in the same transaction.
 */
export async function occupyChair(
  uow: UnitOfWork,
  moves: readonly [OrderMove & { to: "paid" }, ...OrderMove[]],
): Promise<boolean> {
  moves.forEach(requireInGraph);
  await sql`SAVEPOINT before_live`.execute(uow);
  try {
    await writeMoves(moves).execute(uow);
    return true;
  } catch (error) {
    if (!isChairOccupied(error)) throw error;
    await sql`ROLLBACK TO SAVEPOINT before_live`.execute(uow);
    return false;
  }
}

/** @throws Error if a step is not in the graph */
function requireInGraph(move: OrderMove): void {
  for (const { from, to } of stepsOf(move))
    if (!mayMove(from, to)) throw new Error(`order ${move.orderId} may not move from ${from} to ${to}`);
}

const orderMoves: DeferredRows<OrderMove> = { stage: "orderMoves", statement: (all) => writeMoves(all) };

function stepsOf({ from, through = [], to }: OrderMove): { from: OrderStatus; to: OrderStatus }[] {
  const path = [from, ...through, to];
  return path.slice(1).map((status, i) => ({ from: path[i] as OrderStatus, to: status }));
}

interface MovedOrder extends OrderMove {
  readonly steps: readonly object[];
}

/**
 * Merges the moves of each order into one move with all their steps. The values of a later move replace those of an
 * earlier one.
 */
function combine(all: readonly OrderMove[]): MovedOrder[] {
  const moved = new Map<string, MovedOrder>();
  for (const move of all) {
    const { orderId, cause, at } = move;
    const steps = stepsOf(move).map((step) => ({ ...step, cause, at }));
    const earlier = moved.get(orderId);
    if (earlier !== undefined && earlier.to !== move.from)
      throw new Error(`order ${orderId} is in ${earlier.to} after its previous move, not in ${move.from}`);
    moved.set(
      orderId,
      earlier
        ? { ...earlier, ...move, from: earlier.from, steps: [...earlier.steps, ...steps] }
        : { ...move, steps },
    );
  }
  return [...moved.values()];
}

/**
 * Updates the orders, then inserts their transitions. An order that does not exist or is not in the status `from` is
 * not updated. Its transitions get negative steps, so that the trigger on order_transition fails the statement.
 */
const writeMoves = (all: readonly OrderMove[]): SqlQuery<unknown> => sql`
    WITH requested AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(combine(all))}::jsonb) AS g ("orderId" uuid, "from" text,
        "to" text, "deadlineAt" timestamptz, "startDeadlineAt" timestamptz, "startedAt" timestamptz,
        "endsAt" timestamptz, "endedAt" timestamptz, "endReason" text, steps jsonb)
    ), moved AS (
      UPDATE orders o SET status = g."to", deadline_at = g."deadlineAt",
        start_deadline_at = coalesce(g."startDeadlineAt", o.start_deadline_at),
        started_at = coalesce(g."startedAt", o.started_at), ends_at = coalesce(g."endsAt", o.ends_at),
        ended_at = coalesce(g."endedAt", o.ended_at), end_reason = coalesce(g."endReason", o.end_reason)
      FROM requested g
      WHERE o.order_id = g."orderId" AND o.status = g."from"
      RETURNING o.order_id
    )
    INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
    SELECT g."orderId", CASE WHEN moved.order_id IS NULL THEN -s.ordinal ELSE last.step + s.ordinal END,
      s."from", s."to", s.cause, s.at
    FROM requested g
    -- The join updates an order before its transitions are inserted. If another transaction holds the order's lock,
    -- the statement then waits for it without holding a key that the other transaction may insert.
    LEFT JOIN moved ON moved.order_id = g."orderId"
    CROSS JOIN LATERAL (SELECT max(t.step) AS step FROM order_transition t WHERE t.order_id = g."orderId") AS last
    CROSS JOIN ROWS FROM (jsonb_to_recordset(g.steps) AS ("from" text, "to" text, cause text, at timestamptz))
      WITH ORDINALITY AS s ("from", "to", cause, at, ordinal)`;
