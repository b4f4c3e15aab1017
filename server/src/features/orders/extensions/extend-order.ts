import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { extend } from "@reposo/contract/orders/orders.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { actorOf } from "#platform/http/caller.ts";
import { draftPlacedOrder } from "#features/orders/placement/draft-order.ts";
import {
  applyCoupon,
  codeOf,
  countCouponAttempt,
  type PaymentTerms,
} from "#features/orders/placement/apply-coupon.ts";
import { markExtended } from "#features/orders/record/extensions-store.ts";
import { type ExtensionRequest, refuseUnlessExtendable, validateExtension } from "./validate-extension.ts";
import type { LockedOrder, PlacedOrder } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { insertOrders, lockOrder } from "#features/orders/record/orders-store.ts";
import { placeUnpaidOrder } from "#features/orders/placement/place-unpaid-order.ts";
import { bookPaidOrder } from "#features/orders/placement/place-order.ts";
import { viewNewOrder } from "#features/orders/views/view-placed-order.ts";
import type { OrderViewer } from "#features/orders/record/order-access.ts";
import { requestNextExtension } from "./run-extensions.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Placed = ReplyOf<typeof extend>;

export interface ExtendOrderInput extends ExtensionRequest {
  /** The caller's IP address, by which coupon attempts and unpaid orders are limited. */
  readonly ip: string;
  readonly saveReply: SaveReply<Placed>;
}

/**
 * Places an order that extends a running massage. An order with pay type `online` is unpaid until the customer has
 * paid; any other order is paid immediately.
 * @throws ProductError with the reason of a refusal
 */
export const createExtendOrder =
  (dependencies: OrderDependencies) =>
  async (input: ExtendOrderInput): Promise<Placed> => {
    const { request, saveReply, caller, ip } = input;
    const { run, price } = await validateExtension(dependencies, input);
    const order: PlacedOrder = {
      ...draftPlacedOrder(dependencies, {
        orderedAt: dependencies.clock.now(),
        deviceId: run.deviceId,
        outletId: run.outletId,
        payType: request.payType,
        // The chair executes one extension at a time, so each waits for those before it.
        paidStatus: "paid",
        price,
        customerId: run.customerId,
        accountId: accountOf(input, run.customerId),
      }),
      parentOrderId: run.orderId,
    };
    const code = codeOf(request);
    // Counted in its own transaction, so that the attempt counts even if this request is refused.
    if (code !== null) await countCouponAttempt(dependencies, input);
    const validate = (uow: UnitOfWork) => validateAndMarkExtended(uow, dependencies, order);
    if (order.payType === "online")
      return placeUnpaidOrder(
        dependencies,
        { request, caller, ip, actor: actorOf(caller), saveReply, order, code, outlet: run },
        validate,
      );
    const placed = await transact(dependencies.database, async (uow) => {
      await validate(uow);
      const reply = await writePaidExtension(uow, dependencies, {
        order,
        terms: { code, expectedAmount: request.expectedAmount },
        caller,
      });
      saveReply(uow, reply);
      failPoint("extend.before-commit");
      return reply;
    });
    failPoint("extend.committed");
    // Starts the job that sends the command to the chair.
    dependencies.wake();
    return placed;
  };

/**
 * Returns the manager's account if it took cash for the extension, or if the extended order has no customer; otherwise
 * null.
 */
function accountOf({ caller, request }: ExtensionRequest, customerId: string | null): string | null {
  if (caller.kind !== "manager") return null;
  return request.payType === "cash" || customerId === null ? caller.accountId : null;
}

/**
 * Validates the extension again under the lock of the extended order, which serialises changes of its extensions. Also
 * marks that order as extended, so that later locks of the order include its extensions.
 */
async function validateAndMarkExtended(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  order: PlacedOrder,
): Promise<void> {
  const run = await lockOrder(uow, order.parentOrderId as string);
  if (run === null) throw new ProductError("orderNotFound");
  await refuseUnlessExtendable(uow, dependencies, run, order.minutes);
  refuseBesideUnpaid(run);
  if (run.extendedMinutes === null) await markExtended(uow, run.orderId);
}

/**
 * Allows one unpaid extension at a time, so that a customer does not buy minutes twice after leaving a payment page.
 * @throws ProductError extensionUnpaid
 */
function refuseBesideUnpaid({ extensions }: LockedOrder): void {
  const unpaid = extensions.find(({ status }) => status === "unpaid");
  if (unpaid !== undefined) throw new ProductError("extensionUnpaid", { data: { orderId: unpaid.orderId } });
}

/** Writes the paid extension, its income, and the command to the chair in the caller's transaction. */
async function writePaidExtension(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  { order: draft, terms, caller }: { order: PlacedOrder; terms: PaymentTerms; caller: OrderViewer },
): Promise<Placed> {
  const order = await applyCoupon(uow, dependencies, draft, terms);
  await insertOrders(uow, [order]);
  bookPaidOrder(uow, order, actorOf(caller));
  const { orderId, parentOrderId } = order;
  // The locked order includes the extension that was just inserted.
  const run = await lockOrder(uow, parentOrderId as string);
  const requested = run && (await requestNextExtension(uow, dependencies, run));
  const written = requested?.extensions.find((one) => one.orderId === orderId);
  if (written === undefined) throw new Error(`extension ${orderId} is not among those of its order`);
  return {
    orderId,
    orderStatus: written.status,
    payment: null,
    order: viewNewOrder(written, caller),
  };
}
