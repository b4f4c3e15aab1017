import { Nullable, OneOf } from "@reposo/contract/fields.ts";
import { type Static, Type } from "typebox";

const outcomes = ["passed", "failed", "skipped"] as const;

const Message = Type.Object({
  at: Type.String({ description: "ISO 8601, UTC, by the clock of this computer." }),
  direction: Type.Union([Type.Literal("fromChair"), Type.Literal("toChair")]),
  topic: Type.String(),
  payload: Type.String({ description: "The payload as sent." }),
});

/** The machine-readable report, written by `--json FILE`. Later versions add fields and remove none. */
export const ConformanceReport = Type.Object({
  version: Type.Literal(1),
  deviceId: Type.String(),
  firmware: Nullable(Type.String(), "Firmware version in the chair's state; null if it has none."),
  startedAt: Type.String({ description: "ISO 8601, UTC." }),
  seconds: Type.Number({ minimum: 0, description: "Duration of the run." }),
  conforms: Type.Boolean({ description: "Whether at least one check passed and none failed." }),
  counts: Type.Object({ passed: Type.Integer(), failed: Type.Integer(), skipped: Type.Integer() }),
  checks: Type.Array(
    Type.Object({
      id: Type.String(),
      section: Type.String({ description: "Section of the protocol guide." }),
      title: Type.String(),
      outcome: OneOf(outcomes),
      reason: Nullable(
        Type.String(),
        "What was observed instead, or why the check was skipped; null if it passed.",
      ),
      messages: Type.Array(Message, { description: "Messages in both directions during the check." }),
    }),
  ),
});
export type ConformanceReport = Static<typeof ConformanceReport>;
export type CheckResult = ConformanceReport["checks"][number];

const signs = { passed: "✓", failed: "✗", skipped: "–" } as const;
const maxReportedMessages = 12;

export const resultLine = ({ id, title, outcome, reason }: CheckResult): string =>
  `${signs[outcome]} ${title} [${id}]${reason === null ? "" : `\n    ${outcome}: ${reason}`}`;

/** Returns the human-readable report: the failed checks with their last messages, then the counts. */
export function reportText({
  deviceId,
  firmware,
  seconds,
  conforms,
  counts,
  checks,
}: ConformanceReport): string {
  const failures = checks
    .filter(({ outcome }) => outcome === "failed")
    .map((check) =>
      [resultLine(check), ...check.messages.slice(-maxReportedMessages).map(messageLine)].join("\n"),
    );
  const { passed, failed, skipped } = counts;
  return [
    ...(failures.length === 0 ? [] : ["", "Failed checks and their last messages", ...failures]),
    "",
    `${deviceId}${firmware === null ? "" : `, firmware ${firmware}`}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds.toFixed(0)} s`,
    conclusionOf({ conforms, counts }),
  ].join("\n");
}

function conclusionOf({ conforms, counts }: Pick<ConformanceReport, "conforms" | "counts">): string {
  if (conforms) return "The chair conforms to the checked part of the protocol.";
  return counts.failed === 0 ? "No check could be performed." : "The chair does not conform to the protocol.";
}

const messageLine = ({ at, direction, topic, payload }: CheckResult["messages"][number]): string =>
  `    ${at.slice(11, 23)} ${direction === "fromChair" ? "←" : "→"} ${topic} ${payload}`;
