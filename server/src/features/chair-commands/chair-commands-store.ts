import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

type CommandType = PayloadOf<"command">["type"];

export interface CommandRecord {
  readonly commandId: string;
  readonly deviceId: string;
  /** Null for a command without an order, such as a configure command. */
  readonly orderId: string | null;
  readonly type: CommandType;
  readonly gear: number | null;
  readonly seconds: number | null;
  /** After this time, the chair does not execute the command, and the server does not send it. */
  readonly notAfter: Date;
  /** Null if the chair has not replied. */
  readonly repliedAt: Date | null;
  /**
   * Only for an extend command: ID of the order that pays for the extension. `orderId` is the ID of the extended order.
   */
  readonly extensionOrderId: string | null;
  /** Only for a configure command. */
  readonly configuration: ChairConfiguration | null;
  /** Only for the start of a test run, which has no order: ID of the test run. */
  readonly testRunId: string | null;
  /** True for a stop that a manager requested: the unused minutes of the run are refunded. */
  readonly byManager: boolean;
  /** 2 if the command repeats a command that the chair considered expired. */
  readonly attempt: 1 | 2;
}

const columns = sql`command_id AS "commandId", device_id AS "deviceId", order_id AS "orderId", type, gear,
  seconds, not_after AS "notAfter", replied_at AS "repliedAt", extension_order_id AS "extensionOrderId",
  configuration, test_run_id AS "testRunId", by_manager AS "byManager", attempt`;

type NewCommand = Omit<CommandRecord, "repliedAt"> & { readonly createdAt: Date };

/** Defers the insertion of a command. The caller must also enqueue the job that sends the command. */
export const addCommand = (uow: UnitOfWork, command: Omit<CommandRecord, "repliedAt">, now: Date): void =>
  uow.defer(chairCommands, [{ ...command, createdAt: now }]);

const chairCommands: DeferredRows<NewCommand> = {
  stage: "chairCommands",
  statement(rows) {
    return sql`
      INSERT INTO chair_command (command_id, device_id, order_id, type, gear, seconds, not_after, created_at,
        extension_order_id, configuration, test_run_id, by_manager, attempt)
      SELECT "commandId", "deviceId", "orderId", type, gear, seconds, "notAfter", "createdAt", "extensionOrderId",
        configuration, "testRunId", "byManager", attempt
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c ("commandId" uuid, "deviceId" text, "orderId" uuid,
        type text, gear integer, seconds integer, "notAfter" timestamptz, "createdAt" timestamptz,
        "extensionOrderId" uuid, configuration jsonb, "testRunId" uuid, "byManager" boolean,
        attempt smallint)`;
  },
};

/** Returns the commands that this transaction has deferred and not yet written. */
export const deferredCommands = (uow: UnitOfWork): readonly NewCommand[] => uow.deferred(chairCommands);

export interface SendableCommand extends CommandRecord {
  /**
   * True if a server whose clock was ahead has created a command for the same chair. The chair may have set its
   * clock by that command.
   */
  readonly wasSentByFastClock: boolean;
  /** True if the command's order is a coin order, whose ID the chair does not know. */
  readonly isOfCoinOrder: boolean;
}

/** Tolerated difference between the clocks of servers. */
const serverSkewMs = 1_000;
/**
 * Maximum number of commands with future times that a query reads. A clock that is ahead is corrected long before a
 * server creates that many commands.
 */
const maxCommandsAhead = 10_000;

/**
 * Returns a command if it must still be sent: not if it was answered or has expired, is a start or an extension whose
 * order is no longer `starting`, a stop of a coin order that no longer runs, or a stop that has no order and is older
 * than the start of the chair's current order.
 */
export async function findSendable(
  db: Querier,
  commandId: string,
  now: Date,
): Promise<SendableCommand | null> {
  // A command ID begins with the time of its creation, so the primary key finds commands with a future time, of which
  // there are normally none. ORDER BY and LIMIT make a generic plan use the index: without them, the planner expects
  // that a third of the table matches, and scans the whole table.
  const command = await sql<Omit<SendableCommand, "isOfCoinOrder">>`
    WITH ahead AS MATERIALIZED (
      SELECT device_id FROM chair_command
      WHERE command_id >= ${firstIdAt(new Date(now.getTime() + serverSkewMs))}::uuid
      ORDER BY command_id DESC LIMIT ${maxCommandsAhead}
    )
    SELECT ${columns}, EXISTS (SELECT FROM ahead WHERE ahead.device_id = c.device_id) AS "wasSentByFastClock"
    FROM chair_command c
    WHERE command_id = ${commandId} AND replied_at IS NULL AND not_after > ${now}
      AND (type NOT IN ('start', 'extend') OR test_run_id IS NOT NULL OR ${isStarting})`.rowOrNull(db);
  if (command === null || command.type !== "stop") return command && { ...command, isOfCoinOrder: false };
  const { isOfCoinOrder, isNeeded } = await stopNeeded(commandId).firstRow(db);
  return isNeeded ? { ...command, isOfCoinOrder } : null;
}

/**
 * A chair ends any run on a stop without an order, so a delayed stop would end a massage that was started since. The
 * identifiers of commands are in the order of their creation. The stop of a coin order also ends any run of its chair.
 */
const stopNeeded = (commandId: string) => sql<{ isOfCoinOrder: boolean; isNeeded: boolean }>`
  SELECT is_of_coin_order AS "isOfCoinOrder", CASE
      WHEN c.order_id IS NULL THEN NOT EXISTS (SELECT FROM open_order o
        JOIN chair_command s ON s.order_id = o.order_id AND s.type = 'start' AND s.command_id > c.command_id
        WHERE o.holds_device_id = c.device_id)
      WHEN is_of_coin_order THEN EXISTS (SELECT FROM open_order o
        WHERE o.order_id = c.order_id AND o.status = 'running')
      ELSE true END AS "isNeeded"
  FROM chair_command c, LATERAL (
    SELECT EXISTS (SELECT FROM orders o WHERE o.order_id = c.order_id AND o.pay_type = 'coin') AS is_of_coin_order) AS paid
  WHERE c.command_id = ${commandId}`;

const isStarting = sql`EXISTS (SELECT FROM open_order o
  WHERE o.order_id = coalesce(c.extension_order_id, c.order_id) AND o.status = 'starting')`;

/**
 * Claims the unanswered, unexpired starts and extensions of the given orders for resending, so that only one of the
 * servers that receive a report of a chair resends a command.
 * @returns when to send each command: immediately, or `intervalMs` after it was last resent
 */
export async function claimUnansweredCommands(
  uow: UnitOfWork,
  orderIds: readonly string[],
  now: Date,
  intervalMs: number,
): Promise<{ commandId: string; dueAt: Date }[]> {
  const interval = sql`interval '1 millisecond' * ${intervalMs}::integer`;
  // A claim (`resent_at`) that is further in the future than the interval was made before a clock was set back, and is
  // ignored. Locked rows are skipped to prevent a deadlock: their transaction may wait for orders that this transaction
  // has locked.
  return sql<{ commandId: string; dueAt: Date }>`
    UPDATE chair_command c SET resent_at = CASE
      WHEN resent_at <= ${now}::timestamptz THEN greatest(${now}::timestamptz, resent_at + ${interval})
      ELSE ${now}::timestamptz END
    WHERE command_id = ANY(ARRAY(
      SELECT command_id FROM chair_command c
      WHERE order_id = ANY(${orderIds}::uuid[]) AND type IN ('start', 'extend') AND replied_at IS NULL
        AND not_after > ${now} AND ${isStarting}
        AND (resent_at IS NULL OR resent_at <= ${now} OR resent_at > ${now}::timestamptz + ${interval})
      ORDER BY command_id FOR NO KEY UPDATE OF c SKIP LOCKED))
    RETURNING command_id AS "commandId", resent_at AS "dueAt"`.rows(uow);
}

/** Returns the ID of the latest unanswered, unexpired stop command of each given order, by order ID. */
export async function findPendingStops(
  db: Querier,
  orderIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const found = await sql<{ order_id: string; command_id: string }>`
    SELECT DISTINCT ON (order_id) order_id, command_id FROM chair_command
    WHERE order_id = ANY(${orderIds}::uuid[]) AND type = 'stop' AND replied_at IS NULL AND not_after > ${now}
    ORDER BY order_id, created_at DESC`.rows(db);
  return new Map(found.map((row) => [row.order_id, row.command_id]));
}

/** Tolerated error of the corrected time of a chair's event. */
const clockErrorMs = 5_000;

/**
 * Returns whether the chair may have ended the order's run at `at` because of a stop command, even without a reply.
 * `byManager`: only stops that a manager requested count.
 */
export async function mayHaveExecutedStop(
  db: Querier,
  orderId: string,
  at: Date,
  { byManager = false } = {},
): Promise<boolean> {
  return sql`
    SELECT FROM chair_command
    WHERE order_id = ${orderId} AND type = 'stop' AND created_at <= ${new Date(at.getTime() + clockErrorMs)}
      AND not_after > ${at} AND (outcome IS NULL OR outcome IN ('done', 'duplicate'))
      AND (by_manager OR NOT ${byManager}::boolean) LIMIT 1`.hasRows(db);
}

export interface ReplyOfDevice {
  readonly deviceId: string;
  readonly reply: PayloadOf<"reply">;
}

/**
 * Records the first reply to each command. `replies` contains at most one reply per chair.
 * @returns the commands that were answered now, without unknown commands, commands of other chairs, and repeated
 *   replies
 */
export async function recordReplies(
  uow: UnitOfWork,
  replies: readonly ReplyOfDevice[],
  now: Date,
): Promise<CommandRecord[]> {
  const rows = replies.map(({ deviceId, reply: { commandId, outcome, reason = null } }) => ({
    commandId,
    deviceId,
    outcome,
    reason,
  }));
  // Several servers receive the same replies and record them concurrently; the fixed lock order prevents deadlocks.
  return sql<CommandRecord>`
    WITH reply AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t ("commandId" text, "deviceId" text, outcome text, reason text)
    ), locked AS (
      SELECT c.command_id AS id, reply.outcome, reply.reason FROM chair_command c
      JOIN reply ON reply."commandId" = c.command_id::text AND reply."deviceId" = c.device_id
      WHERE c.command_id = ANY(${rows.map((row) => row.commandId).filter(isUuid)}::uuid[]) AND c.replied_at IS NULL
      ORDER BY c.command_id FOR NO KEY UPDATE OF c
    )
    UPDATE chair_command c SET replied_at = ${now}, outcome = locked.outcome, reason = locked.reason
    FROM locked WHERE c.command_id = locked.id AND c.replied_at IS NULL
    RETURNING ${columns}`.rows(uow);
}

const purgeBatchSize = 5_000;

/** Purges a batch of commands that were created before an instant. @returns whether more may be left */
export async function purgeCommands(db: Querier, before: Date): Promise<boolean> {
  const purged = await sql`
    DELETE FROM chair_command WHERE command_id = ANY(ARRAY(
      SELECT command_id FROM chair_command WHERE command_id < ${firstIdAt(before)}::uuid
      ORDER BY command_id LIMIT ${purgeBatchSize}))
    RETURNING 1`.rows(db);
  return purged.length === purgeBatchSize;
}
