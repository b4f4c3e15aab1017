import { randomUUID } from "node:crypto";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Order } from "@reposo/contract/orders/orders.ts";
import type { RefundRequests, requestRefund } from "@reposo/contract/orders/refunds.ts";
import { isPayable } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import type { PayType } from "@reposo/contract/orders/order-values.ts";
import { maxReasonCharacters } from "@reposo/contract/text/text-limits.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { Static } from "typebox";
import { publishEvents } from "#features/live-events/index.ts";
import { lockRefundable, refundableMinor } from "./refund-manually.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { insertRequest, type RequestRecord, requestsOfOrder } from "./refund-requests-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface RefundRequestDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  /** @throws ProductError orderNotFound, also for an order that the caller may not see */
  readonly fetchOrder: (caller: ManagerCaller, orderId: string) => Promise<Static<typeof Order>>;
}

export type RefundRequestsFeature = ReturnType<typeof createRefundRequests>;

export const createRefundRequests = (dependencies: RefundRequestDependencies) => ({
  request: (input: RefundRequestInput) => requestOrderRefund(dependencies, input),
  ofOrder: (caller: ManagerCaller, orderId: string) => listRefundRequests(dependencies, caller, orderId),
});

interface NewRefundRequest {
  readonly orderId: string;
  /** Minor units; null: the whole refundable amount. */
  readonly amountMinor: number | null;
  readonly reason: string;
  /** The feedback that the manager answers with the request; null for a request from the order's page. */
  readonly feedbackId: string | null;
}

/**
 * Stores a manager's request for a refund, which an operator has to approve before anything is refunded. The order
 * stays locked until the transaction ends.
 * @throws ProductError orderNotFound, orderStatusForbids or paymentDisputed if nothing is refundable, refundTooMuch,
 *   invalidRequest for a fraction of a rupiah, or refundUnderWay if the order has an open request
 */
export async function writeRefundRequest(
  uow: UnitOfWork,
  caller: ManagerCaller,
  { orderId, amountMinor, reason, feedbackId }: NewRefundRequest,
  at: Date,
): Promise<RefundRequests> {
  const found = await lockRefundable(uow, orderId);
  if (found === null || !caller.outletIds.includes(found.order.outletId))
    throw new ProductError("orderNotFound");
  const { order, money, leftMinor } = found;
  const { currency, outletId, customerId } = order;
  if (leftMinor === 0)
    throw new ProductError(money.disputedMinor > 0 ? "paymentDisputed" : "orderStatusForbids");
  const requestedMinor = amountMinor ?? leftMinor;
  if (requestedMinor > leftMinor)
    throw new ProductError("refundTooMuch", { data: { amount: leftMinor, currency } });
  // Checked now, because the payment provider would refuse such an amount only after the operator's approval.
  if (requestedMinor < leftMinor && !isPayable(requestedMinor, currency))
    throw invalidField("amount", "format");
  const requestId = randomUUID();
  const { accountId } = caller;
  const request = { requestId, orderId: order.orderId, feedbackId, accountId, currency, reason };
  if (!(await insertRequest(uow, { ...request, amountMinor: requestedMinor, requestedAt: at })))
    throw new ProductError("refundUnderWay");
  auditOrder(uow, order.orderId, {
    at,
    actor: actorOf(caller),
    action: "refund.requested",
    detail: { requestId, amountMinor: requestedMinor, currency, reason, feedbackId },
  });
  publishEvents(uow, { name: "order", outletId, customerId, subject: order.orderId, at });
  return viewRequests({ ...order, leftMinor }, await requestsOfOrder(uow, order.orderId));
}

interface RefundRequestInput {
  readonly caller: ManagerCaller;
  readonly request: RequestOf<typeof requestRefund>;
  readonly saveReply: SaveReply<ReplyOf<typeof requestRefund>>;
}

async function requestOrderRefund(
  { database, clock, wake, fetchOrder }: RefundRequestDependencies,
  { caller, request, saveReply }: RefundRequestInput,
): Promise<RefundRequests> {
  const { reason } = request;
  if (countCharacters(reason) > maxReasonCharacters) throw invalidField("reason", "tooLong");
  const { orderId } = await fetchOrder(caller, request.orderId);
  const reply = await transact(database, async (uow) => {
    const newRequest = { orderId, amountMinor: request.amount ?? null, reason, feedbackId: null };
    const written = await writeRefundRequest(uow, caller, newRequest, clock.now());
    saveReply(uow, written);
    failPoint("refund-request.before-commit");
    return written;
  });
  failPoint("refund-request.committed");
  wake();
  return reply;
}

/** Returns whether an order is refundable and has no open request. */
export async function mayRequestRefund(
  db: Querier,
  order: Static<typeof Order>,
  requests: readonly Pick<RequestRecord, "state">[],
): Promise<boolean> {
  if (requests.some(({ state }) => state === "requested")) return false;
  const { orderId, orderStatus: status } = order;
  return (await refundableMinor(db, { orderId, status })) > 0;
}

async function listRefundRequests(
  { database, fetchOrder }: RefundRequestDependencies,
  caller: ManagerCaller,
  orderId: string,
): Promise<RefundRequests> {
  const order = await fetchOrder(caller, orderId);
  const { orderStatus: status } = order;
  const [leftMinor, requests] = await Promise.all([
    refundableMinor(database, { orderId: order.orderId, status }),
    requestsOfOrder(database, order.orderId),
  ]);
  return viewRequests({ ...order, leftMinor }, requests);
}

const viewRequests = (
  order: { readonly currency: Currency; readonly payType: PayType; readonly leftMinor: number },
  requests: readonly RequestRecord[],
): RefundRequests => ({
  left: order.leftMinor,
  currency: order.currency,
  inCash: order.payType !== "online",
  items: requests.map((request) => ({
    requestId: request.requestId,
    amount: request.amountMinor,
    currency: request.currency,
    reason: request.reason,
    state: request.state,
    refundState: request.refundState,
    feedbackId: request.feedbackId,
    requestedAt: request.requestedAt.toISOString(),
    requestedBy: request.requestedBy,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decision: request.decision,
  })),
});
