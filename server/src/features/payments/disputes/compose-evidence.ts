import { formatMoney } from "@reposo/contract/money/money.ts";
import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import type { DisputeRecord } from "./disputes-store.ts";
import type { Report, ReportSection } from "#platform/pdf/write-report.ts";
import type {
  CommandEvidence,
  EventEvidence,
  FeedbackEvidence,
  OrderEvidence,
  RefundEvidence,
  TransitionEvidence,
} from "./evidence-store.ts";

export interface Evidence {
  readonly dispute: DisputeRecord;
  readonly order: OrderEvidence;
  readonly transitions: readonly TransitionEvidence[];
  readonly commands: readonly CommandEvidence[];
  readonly events: readonly EventEvidence[];
  readonly refunds: readonly RefundEvidence[];
  readonly feedback: readonly FeedbackEvidence[];
}

// The texts are in English, because payment providers and card networks require evidence in English.
const statusTexts: Record<OrderStatus, string> = {
  unpaid: "Order placed",
  paid: "Payment confirmed",
  starting: "Start sent to the chair",
  running: "Massage running",
  completed: "Massage completed",
  cancelled: "Order canceled",
  failed: "Order failed",
  refunded: "Order refunded in full",
};

const eventTexts: Readonly<Record<string, string>> = {
  started: "Chair reported that the massage started",
  finished: "Chair reported that the massage finished",
  stopped: "Chair reported that the massage was stopped",
};

const stateTexts: Record<DisputeRecord["state"], string> = {
  inquiry: "inquiry, no money withdrawn",
  needsResponse: "waiting for evidence",
  underReview: "evidence under review",
  won: "won",
  lost: "lost",
  closed: "closed without a dispute",
};

const listed = (parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(", ");

/** Returns the report that is sent to the bank: the dispute, the receipt, the timeline, refunds, and feedback. */
export function evidenceReport(evidence: Evidence, now: Date): Report {
  const { dispute, order, refunds, feedback } = evidence;
  const timeOf = createTimeFormat(order.timeZone);
  const money = (minor: number, currency = order.currency) => formatMoney(minor, currency, "en_US");
  // An order without a massage also has an end.
  const massageEnd =
    order.startedAt === null ? "not started" : order.endedAt === null ? "not ended" : timeOf(order.endedAt);
  const sections: ReportSection[] = [
    {
      heading: "Dispute",
      rows: [
        ["Payment provider", dispute.provider],
        ["Number", dispute.disputeRef],
        ["Disputed amount", money(dispute.amountMinor, dispute.currency)],
        ["Reason", dispute.reason || "not stated"],
        ["State", stateTexts[dispute.state]],
        ["Respond by", dispute.respondBy === null ? "not stated" : timeOf(dispute.respondBy)],
      ],
    },
    {
      heading: "Receipt",
      rows: [
        ["Order number", order.orderNumber],
        ["Order ID", order.orderId],
        ["Outlet", order.outletName],
        ["Massage chair", order.deviceId],
        ["Service", `Massage of ${order.minutes} min, intensity ${order.gear}`],
        ["Amount paid", money(order.amountMinor)],
        ["Payment", listed([order.provider, order.providerRef])],
        ["Paid at", order.paidAt === null ? "not paid" : timeOf(order.paidAt)],
        ["Massage started", order.startedAt === null ? "not started" : timeOf(order.startedAt)],
        ["Massage ended", massageEnd],
        ["Refunded", money(order.refundedMinor)],
      ],
    },
    {
      heading: `Timeline (time zone ${order.timeZone})`,
      rows: timelineOf(evidence)
        .sort((a, b) => a.at.getTime() - b.at.getTime())
        .map(({ at, text }) => [timeOf(at), text] as const),
    },
    {
      heading: "Refunds",
      rows:
        refunds.length === 0
          ? [["", "No refund was requested."]]
          : refunds.map((refund) => [
              timeOf(refund.requestedAt),
              listed([
                money(refund.amountMinor, refund.currency),
                refund.returnedAt === null ? "not yet returned" : `returned at ${timeOf(refund.returnedAt)}`,
                refund.providerRef,
              ]),
            ]),
    },
    {
      heading: "Feedback",
      rows:
        feedback.length === 0
          ? [["", "The customer sent no feedback about this order."]]
          : feedback.map((one) => [
              timeOf(one.at),
              `${one.from === "customer" ? "Customer" : "Outlet"} (${one.reference}): ${one.text}`,
            ]),
    },
  ];
  return {
    title: `Evidence for dispute ${dispute.disputeRef}`,
    sections,
    footer: `Order ${order.orderNumber} · from the records of Reposo at ${timeOf(now)}`,
  };
}

interface TimelineEntry {
  readonly at: Date;
  readonly text: string;
}

function timelineOf({ dispute, order, transitions, commands, events }: Evidence): TimelineEntry[] {
  const money = (minor: number) => formatMoney(minor, dispute.currency, "en_US");
  const entries: TimelineEntry[] = transitions.map(({ at, status, cause }) => ({
    at,
    text: `${statusTexts[status]} (${cause})`,
  }));
  for (const { sentAt, type, gear, seconds, repliedAt, outcome, reason } of commands) {
    const details = listed([gear !== null && `intensity ${gear}`, seconds !== null && `${seconds} s`]);
    entries.push({ at: sentAt, text: `Command "${type}" sent to the chair${details && ` (${details})`}` });
    if (repliedAt !== null)
      entries.push({
        at: repliedAt,
        text: `Chair replied to "${type}": ${listed([outcome, reason])}`,
      });
  }
  const timeOf = createTimeFormat(order.timeZone);
  for (const { occurredAt, receivedAt, type, seconds, reason } of events) {
    const details = listed([
      seconds !== null && `${seconds} s`,
      reason,
      receivedAt > occurredAt && `received ${timeOf(receivedAt)}`,
    ]);
    const text = eventTexts[type] ?? `Chair reported "${type}"`;
    entries.push({ at: occurredAt, text: details === "" ? text : `${text} (${details})` });
  }
  if (dispute.withdrawnAt !== null)
    entries.push({ at: dispute.withdrawnAt, text: `Bank withdrew ${money(dispute.amountMinor)} (dispute)` });
  if (dispute.reinstatedAt !== null)
    entries.push({ at: dispute.reinstatedAt, text: `Bank returned ${money(dispute.reinstatedMinor)}` });
  return entries;
}

/** Returns a function that formats a time with its offset from UTC, e.g. `2026-11-29 14:05:09 +08:00`. */
const createTimeFormat = (timeZone: string) => (at: Date) => {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const time = local.toPlainDateTime().toString({ smallestUnit: "second" }).replace("T", " ");
  return `${time} ${local.offset}`;
};
