import type { EndReason, OrderStatus } from "@reposo/contract/orders.ts";
import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "#platform/database.ts";
import { isUniqueViolation } from "#platform/database-errors.ts";
import { type LateRows, writeLate } from "#platform/transactions.ts";

export interface OrderMove {
  readonly orderId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: string;
  readonly at: Date;
  /** When the server has to act by itself next; null where it never has to. */
  readonly deadlineAt: Date | null;
  readonly startDeadlineAt?: Date;
  readonly startedAt?: Date;
  readonly endsAt?: Date;
  readonly endedAt?: Date;
  readonly endReason?: EndReason;
  /** Statuses passed through in the same instant, between `from` and `to`. */
  readonly through?: readonly OrderStatus[];
}

/** Moves an order along the graph and writes the transition down. The caller holds the row's lock. */
export const moveOrder = (tx: Transaction, move: OrderMove): Promise<void> => writeLate(tx, moves, [move]);

const moves: LateRows<OrderMove> = { rank: "moves", statement: writeMoves };

/**
 * Moves an order that was just paid for onto its chair.
 * @returns false where the chair was taken by another order meanwhile; nothing is changed and the transaction goes on,
 *   since the payment has to be returned in it.
 */
export async function moveOntoChair(
  tx: Transaction,
  moves: readonly [OrderMove & { to: "paid" }, ...OrderMove[]],
): Promise<boolean> {
  await sql`SAVEPOINT before_live`.execute(tx);
  try {
    await writeMoves(moves).execute(tx);
    return true;
  } catch (error) {
    if (!isUniqueViolation(error, "orders_one_live")) throw error;
    await sql`ROLLBACK TO SAVEPOINT before_live`.execute(tx);
    return false;
  }
}

/** Several moves of one order in one transaction leave it where the last one does. */
function lastStates(all: readonly OrderMove[]): Map<string, OrderMove> {
  const states = new Map<string, OrderMove>();
  for (const move of all) {
    const earlier = states.get(move.orderId);
    states.set(move.orderId, earlier ? { ...earlier, ...move, from: earlier.from } : move);
  }
  return states;
}

/** Of each order, the transitions that its moves are, in their order. */
function stepsOf(all: readonly OrderMove[]): Map<string, object[]> {
  const steps = new Map<string, object[]>();
  for (const { orderId, from, through = [], to, cause, at } of all) {
    const path = [from, ...through, to];
    const own = path.slice(1).map((status, i) => ({ from: path[i], to: status, cause, at }));
    const earlier = steps.get(orderId);
    if (earlier === undefined) steps.set(orderId, own);
    else earlier.push(...own);
  }
  return steps;
}

function writeMoves(all: readonly OrderMove[]): RawBuilder<unknown> {
  const steps = stepsOf(all);
  const states = [...lastStates(all).values()].map((state) => ({
    ...state,
    steps: steps.get(state.orderId),
  }));
  return sql`
    WITH moved AS (
      UPDATE orders o SET status = g."to", deadline_at = g."deadlineAt",
        start_deadline_at = coalesce(g."startDeadlineAt", o.start_deadline_at),
        started_at = coalesce(g."startedAt", o.started_at), ends_at = coalesce(g."endsAt", o.ends_at),
        ended_at = coalesce(g."endedAt", o.ended_at), end_reason = coalesce(g."endReason", o.end_reason)
      FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS g ("orderId" uuid, "from" text, "to" text,
        "deadlineAt" timestamptz, "startDeadlineAt" timestamptz, "startedAt" timestamptz, "endsAt" timestamptz,
        "endedAt" timestamptz, "endReason" text, steps jsonb)
      WHERE o.order_id = g."orderId" AND o.status = g."from"
      RETURNING o.order_id, g.steps
    )
    INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
    SELECT moved.order_id, last.step + s.place, s."from", s."to", s.cause, s.at
    FROM moved
    CROSS JOIN LATERAL (SELECT max(t.step) AS step FROM order_transition t WHERE t.order_id = moved.order_id) AS last
    CROSS JOIN ROWS FROM (jsonb_to_recordset(moved.steps) AS ("from" text, "to" text, cause text, at timestamptz))
      WITH ORDINALITY AS s ("from", "to", cause, at, place)`;
}
