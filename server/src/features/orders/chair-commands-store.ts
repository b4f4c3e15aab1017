import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";

type CommandType = PayloadOf<"command">["type"];

export interface CommandRecord {
  readonly commandId: string;
  readonly deviceId: string;
  readonly orderId: string | null;
  readonly type: CommandType;
  readonly gear: number | null;
  readonly seconds: number | null;
  readonly notAfter: Date;
  readonly repliedAt: Date | null;
}

const columns = sql`command_id AS "commandId", device_id AS "deviceId", order_id AS "orderId", type, gear,
  seconds, not_after AS "notAfter", replied_at AS "repliedAt"`;

export async function insertCommand(
  tx: Transaction,
  command: Omit<CommandRecord, "repliedAt">,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO chair_command (command_id, device_id, order_id, type, gear, seconds, not_after, created_at)
    VALUES (${command.commandId}, ${command.deviceId}, ${command.orderId}, ${command.type}, ${command.gear},
      ${command.seconds}, ${command.notAfter}, ${now})`.execute(tx);
}

export async function findCommand(db: Querier, commandId: string): Promise<CommandRecord | null> {
  const found = await sql<CommandRecord>`
    SELECT ${columns} FROM chair_command WHERE command_id = ${commandId}`.execute(db);
  return found.rows[0] ?? null;
}

export async function findStartCommand(db: Querier, orderId: string): Promise<CommandRecord | null> {
  const found = await sql<CommandRecord>`
    SELECT ${columns} FROM chair_command WHERE order_id = ${orderId} AND type = 'start'`.execute(db);
  return found.rows[0] ?? null;
}

/** The latest stop of an order that the chair has not answered and may still obey. */
export async function findWaitingStop(db: Querier, orderId: string, now: Date): Promise<string | null> {
  const found = await sql<{ command_id: string }>`
    SELECT command_id FROM chair_command
    WHERE order_id = ${orderId} AND type = 'stop' AND replied_at IS NULL AND not_after > ${now}
    ORDER BY created_at DESC LIMIT 1`.execute(db);
  return found.rows[0]?.command_id ?? null;
}

/** Writes a reply down once; null where the command is unknown, another chair's, or already answered. */
export async function recordReply(
  tx: Transaction,
  deviceId: string,
  reply: PayloadOf<"reply">,
  now: Date,
): Promise<CommandRecord | null> {
  const recorded = await sql<CommandRecord>`
    UPDATE chair_command
    SET replied_at = ${now}, outcome = ${reply.outcome}, reason = ${reply.reason ?? null}
    WHERE command_id = ${reply.commandId} AND device_id = ${deviceId} AND replied_at IS NULL
    RETURNING ${columns}`.execute(tx);
  return recorded.rows[0] ?? null;
}
