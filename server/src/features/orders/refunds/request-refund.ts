import { randomUUID } from "node:crypto";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Order } from "@reposo/contract/orders.ts";
import { mostOfReason, type RefundRequests, type requestRefund } from "@reposo/contract/refunds.ts";
import { countCharacters } from "@reposo/contract/text-length.ts";
import type { Static } from "typebox";
import { publishEvents } from "#features/live-events/index.ts";
import { leftToReturn, lockRefundable } from "#features/orders/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import type { Remember } from "#platform/http/idempotency/idempotency.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { insertRequest, type RequestRecord, requestsOfOrder } from "./refund-requests-store.ts";
import { viewRequests } from "./refund-requests-view.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface RefundRequestParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  /** Throws `orderNotFound`, also for somebody else's. */
  readonly showOrder: (caller: ManagerCaller, orderId: string) => Promise<Static<typeof Order>>;
}

export interface RefundWish {
  readonly orderId: string;
  /** Minor units; null: all that is left. */
  readonly amountMinor: number | null;
  readonly reason: string;
  /** Where it comes with a feedback's answer. */
  readonly feedbackId: string | null;
}

/** Writes a manager's wish down for the operator; nothing moves yet. The order stays locked. */
export async function writeRefundRequest(
  uow: UnitOfWork,
  caller: ManagerCaller,
  { orderId, amountMinor, reason, feedbackId }: RefundWish,
  at: Date,
): Promise<RefundRequests> {
  const found = await lockRefundable(uow, orderId);
  if (found === null || !caller.outletIds.includes(found.order.outletId))
    throw new ProductError("orderNotFound");
  const { order, leftMinor } = found;
  const { currency, outletId, customerId } = order;
  if (leftMinor === 0) throw new ProductError("orderStatusForbids");
  const asked = amountMinor ?? leftMinor;
  if (asked > leftMinor) throw new ProductError("refundTooMuch", { data: { amount: leftMinor, currency } });
  const requestId = randomUUID();
  const { accountId } = caller;
  const request = { requestId, orderId: order.orderId, feedbackId, accountId, currency, reason };
  if (!(await insertRequest(uow, { ...request, amountMinor: asked, requestedAt: at })))
    throw new ProductError("refundUnderWay");
  addAuditEntry(uow, {
    at,
    actor: actorOf(caller),
    action: "refund.requested",
    subject: `order:${order.orderId}`,
    detail: { requestId, amountMinor: asked, currency, reason, feedbackId },
  });
  publishEvents(uow, { name: "order", outletId, customerId, subject: order.orderId, at });
  return viewRequests({ ...order, leftMinor }, await requestsOfOrder(uow, order.orderId));
}

export interface Requesting {
  readonly caller: ManagerCaller;
  readonly request: RequestOf<typeof requestRefund>;
  readonly remember: Remember<ReplyOf<typeof requestRefund>>;
}

/** From an order's own page. */
export async function requestByHand(
  { database, clock, wake, showOrder }: RefundRequestParts,
  { caller, request, remember }: Requesting,
): Promise<RefundRequests> {
  // Line ends of a form's body count as one character, as in the field they were typed into.
  const reason = request.reason.replaceAll("\r\n", "\n").trim();
  if (reason === "") throw invalidField("reason", "tooShort");
  if (countCharacters(reason) > mostOfReason) throw invalidField("reason", "tooLong");
  const { orderId } = await showOrder(caller, request.orderId);
  const reply = await transact(database, async (uow) => {
    const wish = { orderId, amountMinor: request.amount ?? null, reason, feedbackId: null };
    const asked = await writeRefundRequest(uow, caller, wish, clock.now());
    remember(uow, asked);
    failPoint("refund-request.before-commit");
    return asked;
  });
  failPoint("refund-request.committed");
  wake();
  return reply;
}

/** Whether anything is left of an order to ask for, and nobody has asked. */
export async function mayAskRefund(
  db: Querier,
  order: Static<typeof Order>,
  requests: readonly Pick<RequestRecord, "state">[],
): Promise<boolean> {
  if (requests.some(({ state }) => state === "requested")) return false;
  const { orderId, orderStatus: status, amount: amountMinor } = order;
  return (await leftToReturn(db, { orderId, status, amountMinor })) > 0;
}

/** What was asked for of one order, and what is left to ask for. */
export async function listOfOrder(
  { database, showOrder }: RefundRequestParts,
  caller: ManagerCaller,
  orderId: string,
): Promise<RefundRequests> {
  const order = await showOrder(caller, orderId);
  const { orderStatus: status, amount: amountMinor } = order;
  const [leftMinor, requests] = await Promise.all([
    leftToReturn(database, { orderId: order.orderId, status, amountMinor }),
    requestsOfOrder(database, order.orderId),
  ]);
  return viewRequests({ ...order, leftMinor }, requests);
}
