import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { type TestRunEvent, updateTestRuns } from "./test-runs-store.ts";

interface RunEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
}

/** Records what chairs report of runs that may be test runs, in whatever order it arrives. */
export const recordTestRuns = (tx: Transaction, events: readonly RunEvent[]): Promise<void> =>
  updateTestRuns(tx, events.flatMap(eventOf));

function eventOf({ deviceId, event, occurredAt }: RunEvent): TestRunEvent[] {
  const { orderId: testRunId, type } = event;
  if (testRunId === undefined) return [];
  const run = { testRunId, deviceId };
  return type === "started"
    ? [{ ...run, startedAt: occurredAt, endedAt: null, ranSeconds: null }]
    : [{ ...run, startedAt: null, endedAt: occurredAt, ranSeconds: event.seconds ?? null }];
}
