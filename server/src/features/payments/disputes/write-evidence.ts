import { type DisputeRecord, findDispute } from "./disputes-store.ts";
import type { Report } from "#platform/pdf/write-report.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { evidenceReport } from "./compose-evidence.ts";
import {
  findOrderEvidence,
  listCommands,
  listEvents,
  listFeedback,
  listRefunds,
  listTransitions,
} from "./evidence-store.ts";

type DisputeNumber = Pick<DisputeRecord, "provider" | "disputeRef">;

/** Returns the content of the evidence of a dispute; null if there is no such dispute. */
export async function readEvidence(db: Querier, number: DisputeNumber, now: Date): Promise<Report | null> {
  const dispute = await findDispute(db, number);
  const order = dispute === null ? null : await findOrderEvidence(db, dispute.orderId);
  if (dispute === null || order === null) return null;
  const { orderId } = order;
  const evidence = {
    dispute,
    order,
    transitions: await listTransitions(db, orderId),
    commands: await listCommands(db, orderId),
    events: await listEvents(db, order),
    refunds: await listRefunds(db, orderId),
    feedback: await listFeedback(db, orderId),
  };
  return evidenceReport(evidence, now);
}

/** Returns the evidence of a dispute as a PDF; null if there is no such dispute. */
export async function writeEvidence(db: Querier, number: DisputeNumber, now: Date): Promise<Buffer | null> {
  const report = await readEvidence(db, number, now);
  if (report === null) return null;
  // Loaded on demand, because the libraries for PDF are large.
  const { writeReport } = await import("#platform/pdf/write-report.ts");
  return writeReport(report);
}
