import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import type { ChairAbsences, WindowEvent } from "./window-events.ts";

const uuid = (kind: string, id: number) => sql`md5(${`${kind} ${id}`})::uuid`;
/** Epoch of all chair events that the benchmark inserts. */
const epoch = "alerts";

/** Inserts the absences of the chairs up to `now`, and the states that they have at this time. */
export async function prepareChairs(
  owner: Database,
  now: Date,
  chairs: readonly ChairAbsences[],
): Promise<void> {
  const isoOf = (times: readonly number[]) => times.map((at) => new Date(at).toISOString());
  // The demo's network has a chair that is out of service, and one that is offline.
  await sql`
    UPDATE device SET online = false, fault = NULL, last_seen_at = NULL, disabled_at = NULL,
      out_of_service_reason = NULL`.execute(owner);
  await sql`DELETE FROM device_absence`.execute(owner);
  for (const { chair, absences } of chairs) {
    const { deviceId, outlet } = chair;
    const ended = absences.filter(({ to }) => to <= now.getTime());
    const open = absences.find(({ from, to }) => from <= now.getTime() && to > now.getTime());
    await sql`
      INSERT INTO device_absence (device_id, outlet_id, began_at, ended_at)
      SELECT ${deviceId}, ${outlet.outletId}, b, e
      FROM unnest(${isoOf(ended.map(({ from }) => from))}::timestamptz[],
        ${isoOf(ended.map(({ to }) => to))}::timestamptz[]) AS t (b, e)`.execute(owner);
    await sql`UPDATE device SET online = ${open === undefined}, last_seen_at = ${now}
      WHERE device_id = ${deviceId}`.execute(owner);
    if (open !== undefined)
      await sql`INSERT INTO device_absence (device_id, outlet_id, began_at)
        VALUES (${deviceId}, ${outlet.outletId}, ${new Date(open.from)})`.execute(owner);
  }
  await sql`INSERT INTO chair_epoch (device_id, epoch) SELECT device_id, ${epoch} FROM device
    ON CONFLICT DO NOTHING`.execute(owner);
}

/** Writes the effects of an event to the tables that the product's evaluation reads. */
export async function applyEvent(owner: Database, event: WindowEvent): Promise<void> {
  const at = new Date(event.at);
  switch (event.type) {
    case "online":
      await sql`UPDATE device SET online = ${event.online}, last_seen_at = ${at}
        WHERE device_id = ${event.deviceId}`.execute(owner);
      return;
    case "fault":
      await sql`INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
          SELECT ${event.deviceId}, ${epoch}, coalesce(max(seq), 0) + 1, ${event.fault === null ? "cleared" : "fault"},
            ${at}, false, ${JSON.stringify({ fault: event.fault ?? "E3" })}::jsonb, ${at}
          FROM chair_event WHERE device_id = ${event.deviceId} AND epoch = ${epoch}`.execute(owner);
      await sql`UPDATE device SET fault = ${event.fault} WHERE device_id = ${event.deviceId}`.execute(owner);
      return;
    case "coin":
      // The numbers of quarantined coins begin at a million, so that they differ from those of the chair's faults.
      if (event.isWaiting)
        await sql`INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor,
            currency, seconds, gear, occurred_at, received_at)
          SELECT device_id, ${epoch}, ${1_000_000 + event.id}, outlet_id, 'r', 'rate', 1000, currency, 60, 1, ${at}, ${at}
          FROM device JOIN outlet USING (outlet_id) WHERE device_id = ${event.deviceId}`.execute(owner);
      else
        await sql`UPDATE quarantined_coin SET state = 'rejected', decided_at = ${at}, decided_by = 'bench'
          WHERE device_id = ${event.deviceId} AND epoch = ${epoch} AND seq = ${1_000_000 + event.id}`.execute(
          owner,
        );
      return;
    case "refundWaiting":
      if (event.isWaiting)
        await sql`INSERT INTO refund_request (request_id, order_id, account_id, amount_minor, currency, reason, state,
            requested_at)
          SELECT ${uuid("request", event.id)}, order_id, (SELECT account_id FROM account LIMIT 1), 1,
            (SELECT currency FROM outlet WHERE outlet_id = ${event.outletId}), 'x', 'requested', ${at}
          FROM ${newestOrder(event.outletId)}`.execute(owner);
      else
        await sql`UPDATE refund_request SET state = 'refused', decision = 'x', decided_at = ${at}, decided_by = 'bench'
          WHERE request_id = ${uuid("request", event.id)}`.execute(owner);
      return;
    case "feedbackWaiting":
      if (event.isWaiting)
        await sql`INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, problem,
            abnormal, media_count, state, created_at, number)
          SELECT ${uuid("feedback", event.id)}, ${`FB-0000-${event.id.toString().padStart(4, "0")}`}, order_id, outlet_id,
            device_id, customer_id, 'x', '', 0, 'sent', ${at}, 1 FROM ${newestOrder(event.outletId)}`.execute(
          owner,
        );
      else
        await sql`UPDATE feedback SET state = 'answered', answer = 'x', answered_at = ${at}
          WHERE feedback_id = ${uuid("feedback", event.id)}`.execute(owner);
  }
}

/** The outlet's newest completed order with neither a refund request nor feedback. */
const newestOrder = (outletId: string) => sql`(
  SELECT order_id, outlet_id, device_id, customer_id FROM orders o
  WHERE outlet_id = ${outletId} AND status = 'completed' AND customer_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM refund_request r WHERE r.order_id = o.order_id)
    AND NOT EXISTS (SELECT FROM feedback f WHERE f.order_id = o.order_id)
  ORDER BY order_id DESC LIMIT 1) AS newest`;

export interface OpenedAlert {
  readonly kind: string;
  readonly outletId: string;
  /** Null if the alert concerns the outlet. */
  readonly deviceId: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly openedAt: number;
}

/** Returns all alerts in the order of opening. */
export async function selectOpened(owner: Database): Promise<OpenedAlert[]> {
  const { rows } = await sql<OpenedAlert>`
    SELECT kind, outlet_id AS "outletId", device_id AS "deviceId",
      (extract(epoch FROM opened_at) * 1000)::float8 AS "openedAt" FROM alert ORDER BY opened_at`.execute(
    owner,
  );
  return rows;
}
