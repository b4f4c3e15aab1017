import { formatMoney } from "@reposo/contract/money/money.ts";
import type { RefundRequest } from "@reposo/contract/orders/refunds.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import type { TimelineStep } from "#ui/list/timeline.tsx";
import { type OrderContext, orderMoment } from "./order-facts.ts";
import { endReasonTexts, isInterrupted, statusTones } from "#manager/orders/order-labels.ts";
import type { DisplayedOrder } from "./use-order.ts";

type DatedStep = Omit<TimelineStep, "time"> & { readonly at: string };

/** Returns what happened to the order, oldest first, with the expected end as the last step. */
export function orderSteps(
  order: DisplayedOrder,
  requests: readonly RefundRequest[],
  context: OrderContext,
): TimelineStep[] {
  const { texts, language, labelOf } = context;
  const { startedAt, endedAt, endsAt, endReason, refund, lateAt } = order;
  const money = (minor: number) => formatMoney(minor, order.currency, language);
  const steps: DatedStep[] = [
    {
      key: "placed",
      at: order.orderTime,
      title: texts.stepOrdered,
      detail: labelOf("orderType", order.orderType),
    },
    ...(startedAt === null
      ? []
      : [{ key: "started", at: startedAt, title: texts.stepStarted, tone: "good" as const }]),
    ...order.extensions.map((extension) => ({
      key: extension.orderId,
      at: extension.orderTime,
      title: fill(texts.stepAdded, { minutes: extension.minutes }),
      detail: [money(extension.amount), labelOf("orderStatus", extension.orderStatus)].join(" · "),
      href: hrefOf("orders", { orderId: extension.orderId }),
    })),
    ...(endedAt === null
      ? []
      : [
          {
            key: "ended",
            at: endedAt,
            title: endReason === null ? texts.ended : texts[endReasonTexts[endReason]],
            tone: endTone(order),
          },
        ]),
    ...(order.transferredTo === null
      ? []
      : [
          {
            key: "continued",
            at: order.transferredTo.orderTime,
            title: fill(texts.stepContinued, { deviceId: order.transferredTo.deviceId }),
            href: hrefOf("orders", { orderId: order.transferredTo.orderId }),
          },
        ]),
    ...requests.flatMap((request): DatedStep[] => {
      const { requestId, requestedAt, requestedBy, decidedAt, state } = request;
      const amount = money(request.amount);
      const asked = {
        key: requestId,
        at: requestedAt,
        title: fill(texts.stepRefundRequested, { amount }),
        ...(requestedBy !== null && { detail: requestedBy }),
      };
      if (decidedAt === null || state === "requested") return [asked];
      const isApproved = state === "approved";
      const title = fill(isApproved ? texts.stepRefundApproved : texts.stepRefundRefused, { amount });
      return [
        asked,
        { key: `${requestId} decided`, at: decidedAt, title, tone: isApproved ? "good" : "bad" },
      ];
    }),
    ...(refund === null
      ? []
      : [
          {
            key: "refund",
            at: refund.requestedAt,
            title: fill(texts.stepRefundInitiated, { amount: money(refund.amount) }),
            ...(refund.state === "returned" && { detail: texts.refunded, tone: "good" as const }),
            ...(refund.state === "needsAttention" && {
              detail: fill(texts.refundNeedsAttention, { amount: money(refund.amount) }),
              tone: "bad" as const,
            }),
          },
        ]),
    ...(lateAt === null ? [] : [{ key: "late", at: lateAt, title: texts.stepLate }]),
  ];
  steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (endedAt === null && endsAt !== null)
    steps.push({ key: "ends", at: endsAt, title: texts.ends, tone: "next" });
  return steps.map(({ at, ...step }) => ({ ...step, time: orderMoment(at, context) }));
}

function endTone(order: DisplayedOrder): "good" | "bad" | "neutral" {
  const tone = isInterrupted(order) ? "bad" : statusTones[order.orderStatus];
  return tone === "good" || tone === "bad" ? tone : "neutral";
}
