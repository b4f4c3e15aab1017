import { sql } from "#platform/postgres/sql.ts";
import type { FaultWorld } from "#test/campaign/faults/fault-world.ts";

/** The coins that were inserted into one chair. */
export interface CoinBox {
  coins: number;
  amountMinor: number;
}

interface BookedCoins {
  readonly deviceId: string;
  readonly coins: number;
  readonly received: number;
  readonly booked: number;
  readonly quarantined: number;
}

const booked = ({ test, outlet }: FaultWorld) =>
  sql<BookedCoins>`
    SELECT d.device_id AS "deviceId",
      (SELECT count(*) FROM chair_event e WHERE e.device_id = d.device_id AND e.type = 'coin')::integer AS coins,
      (SELECT coalesce(sum((e.payload ->> 'amount')::integer), 0) FROM chair_event e
        WHERE e.device_id = d.device_id AND e.type = 'coin')::integer AS received,
      (SELECT coalesce(sum(l.amount_minor), 0) FROM ledger_entry l
        WHERE l.device_id = d.device_id AND l.source = 'coin')::integer AS booked,
      (SELECT count(*) FROM quarantined_coin q WHERE q.device_id = d.device_id)::integer AS quarantined
    FROM device d WHERE d.outlet_id = ${outlet.outletId} ORDER BY d.device_id`.execute(test.owner);

/** Verifies that every coin is in the ledger once and that no case is open. Returns deviations, one sentence each. */
export async function compareCoins(
  world: FaultWorld,
  boxes: ReadonlyMap<string, CoinBox>,
): Promise<string[]> {
  const { rows } = await booked(world);
  const cases = await findOpenCases(world);
  return [
    ...rows.flatMap(({ deviceId, ...found }) => {
      const { coins, amountMinor } = boxes.get(deviceId) as CoinBox;
      const isRight =
        found.coins === coins &&
        found.received === amountMinor &&
        found.booked === amountMinor &&
        found.quarantined === 0;
      return isRight
        ? []
        : [
            `chair ${deviceId} took ${coins} coins of ${amountMinor}, the server has ${JSON.stringify(found)}`,
          ];
    }),
    ...cases.map(
      ({ kind, deviceId, ...facts }) => `chair ${deviceId} has a case: ${kind} ${JSON.stringify(facts)}`,
    ),
    ...compareRuns(world),
  ];
}

interface ReportedCase {
  readonly kind: string;
  readonly deviceId: string;
  readonly detail: unknown;
  readonly transitions: unknown;
  readonly commands: unknown;
  readonly events: unknown;
}

/** Returns the open cases with what led to them. */
const findOpenCases = ({ test }: FaultWorld): Promise<ReportedCase[]> =>
  sql<ReportedCase>`
    SELECT kind, device_id AS "deviceId", detail,
      (SELECT jsonb_agg(t ORDER BY step) FROM order_transition t WHERE t.order_id = a.order_id) AS transitions,
      (SELECT jsonb_agg(c ORDER BY created_at) FROM chair_command c
        WHERE c.device_id = a.device_id AND c.created_at > now() - interval '3 minutes') AS commands,
      (SELECT jsonb_agg(e ORDER BY received_at) FROM chair_event e
        WHERE e.device_id = a.device_id AND e.type <> 'coin' AND e.received_at > now() - interval '3 minutes') AS events
    FROM attention_case a WHERE closed_at IS NULL`.rows(test.owner);

function compareRuns({ motors }: FaultWorld): string[] {
  const runs = motors.flatMap(({ runId }) => (runId === undefined ? [] : [runId]));
  const seen = new Set<string>();
  const twice = runs.filter((runId) => seen.size === seen.add(runId).size);
  return twice.map((runId) => `run ${runId} ran twice`);
}
