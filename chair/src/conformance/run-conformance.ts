import { coinChecks } from "./checks/coin-checks.ts";
import { clockChecks, commandChecks, configurationChecks } from "./checks/command-checks.ts";
import { connectionChecks } from "./checks/connection-checks.ts";
import { eventChecks } from "./checks/event-checks.ts";
import { incidentChecks } from "./checks/incident-checks.ts";
import { messageChecks, sentEventChecks, sentReplyChecks } from "./checks/message-checks.ts";
import { runChecks } from "./checks/run-checks.ts";
import type { ChairOperator } from "./chair-operator.ts";
import { type ChairSession, type ConformanceTiming, openChairSession } from "./chair-session.ts";
import type { ConformanceBroker } from "./conformance-broker.ts";
import type { Check, SectionCheck } from "./conformance-check.ts";
import { CheckFailure, CheckSkipped } from "./check-failure.ts";
import { type CheckResult, type ConformanceReport, resultLine } from "./conformance-report.ts";

const sections: readonly (readonly [section: string, checks: readonly SectionCheck[]])[] = [
  ["Connection", connectionChecks],
  ["Commands", commandChecks],
  ["Time", clockChecks],
  ["Configuration", configurationChecks],
  ["Runs", runChecks],
  ["Events", eventChecks],
  ["Coins", coinChecks],
  ["Incidents", incidentChecks],
  // These checks examine all messages of the run, so they must be last.
  ["Messages", messageChecks],
  ["Events", sentEventChecks],
  ["Commands", sentReplyChecks],
];

/** All checks, in the order in which they are run. */
export const allChecks: readonly Check[] = sections.flatMap(([section, checks]) =>
  checks.map((check) => ({ ...check, section })),
);

export interface ConformanceRun {
  readonly deviceId: string;
  readonly broker: ConformanceBroker;
  readonly operator: ChairOperator;
  readonly timing: ConformanceTiming;
  /** Time within which the chair must connect for the first time. */
  readonly connectMs: number;
  /** Whether to run even if the chair has events that its server has not received. These events are lost. */
  readonly discardsEvents: boolean;
  /** IDs of the checks to run; all if omitted. */
  readonly only?: readonly string[];
  progress(line: string): void;
}

/**
 * Thrown if the chair has events that its own server has not stored. The receipts of the conformance run would make the
 * chair delete them.
 */
export class PendingEvents extends Error {}

/**
 * Waits for the chair to connect, and runs the checks one after another, each with an initially idle chair.
 * @throws PendingEvents if the chair has events to send and `discardsEvents` is false; CheckFailure if the chair does
 * not connect
 */
export async function runConformance(run: ConformanceRun): Promise<ConformanceReport> {
  const { broker, deviceId, timing, progress } = run;
  const startedAt = new Date();
  const session = openChairSession(broker, deviceId, timing);
  try {
    await waitForChair(session, run);
    const results: CheckResult[] = [];
    for (const check of allChecks) {
      if (run.only !== undefined && !run.only.includes(check.id)) continue;
      const result = await runCheck(check, session, run.operator);
      results.push(result);
      progress(resultLine(result));
    }
    const count = (outcome: CheckResult["outcome"]) =>
      results.filter((one) => one.outcome === outcome).length;
    const counts = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
    return {
      version: 1,
      deviceId,
      firmware: session.state()?.firmware ?? null,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1_000,
      conforms: counts.failed === 0 && counts.passed > 0,
      counts,
      checks: results,
    };
  } finally {
    session.close();
  }
}

async function waitForChair(session: ChairSession, run: ConformanceRun): Promise<void> {
  const { broker, timing } = run;
  await session.setReceipts(false);
  await session.waitFor(() => broker.isConnected(), `a connection of ${run.deviceId}`, run.connectMs);
  // Waits for stored events, which a chair sends as soon as it is connected.
  await session.pause(timing.quietMs);
  const pending = session.events().length;
  if (pending > 0 && !run.discardsEvents)
    throw new PendingEvents(
      `${run.deviceId} has at least ${pending} events that its server has not received. Connect it to its server ` +
        "first, or use --discard-events to discard them. They may include coins.",
    );
  await session.setReceipts(true);
}

async function runCheck(check: Check, session: ChairSession, operator: ChairOperator): Promise<CheckResult> {
  const { id, section, title } = check;
  const from = session.transcript.length;
  const result = (outcome: CheckResult["outcome"], reason: string | null): CheckResult => ({
    id,
    section,
    title,
    outcome,
    reason,
    messages: session.transcript.slice(from),
  });
  try {
    await check.run({ session, operator });
    return result("passed", null);
  } catch (error) {
    if (error instanceof CheckSkipped) return result("skipped", error.message);
    if (error instanceof CheckFailure) return result("failed", error.message);
    throw error;
  } finally {
    // A massage that one check left running must not fail the next check.
    await session.becomeIdle().catch(() => undefined);
  }
}
