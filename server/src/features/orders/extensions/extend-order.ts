import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { extend } from "@reposo/contract/orders.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import type { Remember } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { actorOf } from "#platform/http/caller.ts";
import { bookAtOnce } from "#features/orders/placement/book-immediate-income.ts";
import { admitCouponTry, codeOf } from "#features/orders/placement/limit-coupon-attempts.ts";
import { noteExtensions } from "./extensions-store.ts";
import type { Follower } from "#features/orders/listing/follow-order.ts";
import { judgeExtension, refuseUnlessExtendable } from "./validate-extension.ts";
import { newOrderId } from "#features/orders/order-id.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { LockedOrder, PlacedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { orderTypeOf } from "#features/orders/order-state-rules.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { insertOrders, lockOrder } from "#features/orders/orders-store.ts";
import { placeUnpaid } from "#features/orders/placement/place-unpaid-order.ts";
import { type PaymentTerms, redeemFor } from "#features/orders/placement/redeem-coupon.ts";
import { askForNext } from "./run-extensions.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Placed = ReplyOf<typeof extend>;

/** Of one massage; as many are shown (see follow-order.ts). */
const mostUnpaid = 20;

export interface Extending {
  readonly caller: Follower;
  readonly request: RequestOf<typeof extend>;
  /** For the coupon tries; the address they come from. */
  readonly ip: string;
  readonly remember: Remember<Placed>;
}

/** Orders more minutes for a running massage: paid at once by counter cash or a coupon, or to be paid online. */
export const createExtendOrder =
  (parts: OrderParts) =>
  async (extending: Extending): Promise<Placed> => {
    const { request, remember, caller, ip } = extending;
    const { run, price } = await judgeExtension(parts, extending);
    const order = draft(parts, extending, run, price);
    const code = codeOf(request);
    if (code !== null) await admitCouponTry(parts, extending);
    const actor = actorOf(extending.caller);
    const admit = (uow: UnitOfWork) => admitExtension(uow, parts, order);
    if (order.payType === "online")
      return placeUnpaid(parts, { request, caller, ip, actor, remember, order, code }, admit);
    const placed = await transact(parts.database, async (uow) => {
      await admit(uow);
      const reply = await writePaid(uow, parts, {
        order,
        terms: { code, expectedAmount: request.expectedAmount },
        actor,
      });
      remember(uow, reply);
      failPoint("extend.before-commit");
      return reply;
    });
    failPoint("extend.committed");
    parts.wake();
    return placed;
  };

/** Judged again under the run's lock, which everything about its extensions waits for. */
async function admitExtension(uow: UnitOfWork, parts: OrderParts, order: PlacedOrder): Promise<void> {
  const run = await lockOrder(uow, order.parentOrderId as string);
  if (run === null) throw new ProductError("orderNotFound");
  await refuseUnlessExtendable(uow, parts, run, order.minutes);
  if (order.status === "unpaid") refuseWhenMany(run, order.orderedAt);
  if (run.extendedMinutes === null) await noteExtensions(uow, run.orderId);
}

/** They are locked and ended together with the run: who orders thousands would hold up every chair. */
function refuseWhenMany({ extensions }: LockedOrder, now: Date): void {
  const unpaid = extensions.filter(({ status }) => status === "unpaid");
  if (unpaid.length < mostUnpaid) return;
  const endMs = Math.min(...unpaid.map(({ deadlineAt }) => deadlineAt?.getTime() ?? Infinity));
  const retryAfterSeconds = Math.max(1, Math.ceil((endMs - now.getTime()) / 1000));
  throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
}

function draft(
  parts: OrderParts,
  { caller, request: { payType } }: Extending,
  run: OrderRecord,
  price: { priceId: string; minutes: number; amountMinor: number },
): PlacedOrder {
  const now = parts.clock.now();
  const unpaid = payType === "online";
  const startDeadlineAt = unpaid ? null : later(now, parts.times.startDeadlineMs);
  return {
    orderId: newOrderId(now),
    orderedAt: now,
    deviceId: run.deviceId,
    outletId: run.outletId,
    orderType: orderTypeOf[payType],
    payType,
    status: unpaid ? "unpaid" : "paid",
    priceId: price.priceId,
    gear: run.gear,
    minutes: price.minutes,
    amountMinor: price.amountMinor,
    currency: run.currency,
    // A part of the massage belongs to whoever the massage does; who took the cash stands in the trail.
    customerId: run.customerId,
    accountId: run.customerId === null && caller.kind === "manager" ? caller.accountId : null,
    couponId: null,
    couponProperty: null,
    couponCode: null,
    cashCouponCode: null,
    deadlineAt: startDeadlineAt ?? later(now, parts.times.paymentMs),
    startDeadlineAt,
    parentOrderId: run.orderId,
  };
}

/** The extension, its money and the chair's command in one transaction. */
async function writePaid(
  uow: UnitOfWork,
  parts: OrderParts,
  { order: drafted, terms, actor }: { order: PlacedOrder; terms: PaymentTerms; actor: string },
): Promise<Placed> {
  const order = await redeemFor(uow, parts, drafted, terms);
  await insertOrders(uow, [order]);
  const { orderId, orderedAt: now, parentOrderId } = order;
  bookAtOnce(uow, order);
  addAuditEntry(uow, {
    at: now,
    actor,
    action: `order.${order.payType}`,
    subject: `order:${orderId}`,
    detail: { extends: parentOrderId },
  });
  announceOrder(uow, order, now);
  // With the extension that was just inserted.
  const run = await lockOrder(uow, parentOrderId as string);
  const asked = run && (await askForNext(uow, parts, run));
  const written = asked?.extensions.find((one) => one.orderId === orderId);
  return { orderId, orderStatus: written?.status ?? order.status, payment: null };
}
