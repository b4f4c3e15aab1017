import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { transferOrder } from "@reposo/contract/orders/transfers.ts";
import {
  availabilityOf,
  deviceInUse,
  deviceUnavailable,
  type DeviceRecord,
  findDevice,
  isInUse,
} from "#features/devices/index.ts";
import { ungivenMinor } from "#features/orders/benefits/benefit-rules.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { enqueueStart } from "#features/chair-commands/index.ts";
import { auditOrder, publishOrder } from "#features/orders/record/record-order-change.ts";
import { mayView, type OrderViewer } from "#features/orders/record/order-access.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { LockedOrder, PlacedOrder } from "#features/orders/record/order-record.ts";
import { insertOrders, lockOrder } from "#features/orders/record/orders-store.ts";
import { actorOf } from "#platform/http/caller.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import {
  lockTransfer,
  partsOf,
  takeOffer,
  type TransferRecord,
} from "#features/orders/transfers/transfers-store.ts";
import { draftPlacedOrder } from "./draft-order.ts";
import { cannotStart } from "./validate-order.ts";

export interface TransferOrderInput {
  readonly caller: OrderViewer;
  readonly request: RequestOf<typeof transferOrder>;
  readonly saveReply: SaveReply<ReplyOf<typeof transferOrder>>;
}

/**
 * Continues a massage whose chair failed on another chair, by an order without amount that starts at once. The refund of
 * the first order, which waits, is settled when this order has ended.
 * @throws ProductError with the reason of a refusal; nothing is written then
 */
export async function continueOnChair(
  dependencies: OrderDependencies,
  { caller, request, saveReply }: TransferOrderInput,
): Promise<ReplyOf<typeof transferOrder>> {
  const { database, clock, brokerConnected, findStartObstacle, wake } = dependencies;
  const { orderId, deviceId } = request;
  if (!isUuid(orderId)) throw new ProductError("orderNotFound");
  const obstacle = await findStartObstacle();
  if (obstacle !== null) throw cannotStart(obstacle);
  const reply = await transact(database, async (uow) => {
    // The order's lock serialises transfers, refunds, and gifts of the order.
    const order = await lockOrder(uow, orderId);
    if (order === null || !mayView(caller, order)) throw new ProductError("orderNotFound");
    // The offer must be open at the time of the order.
    const orderedAt = clock.now();
    const offer = await lockOpenOffer(uow, orderId, orderedAt);
    const device = await findDevice(uow, deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    refuseUnlessLike(device, order, offer);
    if (!brokerConnected() || availabilityOf(device).kind === "unavailable") throw deviceUnavailable(device);
    if (isInUse(device)) throw deviceInUse(device);
    const { customerId, currency, gear, outletId } = order;
    const transfer = draftPlacedOrder(dependencies, {
      orderedAt,
      deviceId,
      outletId,
      payType: "transfer",
      paidStatus: "starting",
      price: { priceId: null, gear, minutes: offer.minutes, amountMinor: 0, currency },
      customerId,
      accountId: customerId === null && caller.kind === "manager" ? caller.accountId : null,
    });
    await writeTransfer(uow, order, transfer, actorOf(caller));
    const written = { orderId: transfer.orderId, orderStatus: transfer.status };
    saveReply(uow, written);
    failPoint("transfer.before-commit");
    return written;
  });
  failPoint("transfer.committed");
  wake();
  return reply;
}

/** @throws ProductError transferOver if the offer has ended, was taken, or its money was returned or given otherwise */
async function lockOpenOffer(uow: UnitOfWork, orderId: string, now: Date): Promise<TransferRecord> {
  const offer = await lockTransfer(uow, orderId);
  const isOpen =
    offer !== null && offer.transferOrderId === null && offer.settledAt === null && offer.offeredUntil > now;
  if (!isOpen) throw new ProductError("transferOver");
  for (const part of await partsOf(uow, orderId))
    if (ungivenMinor(await moneyOfOrder(uow, part.orderId)) < 0) throw new ProductError("transferOver");
  return offer;
}

/** @throws ProductError transferElsewhere unless the chair is another one of the outlet, with the same prices */
function refuseUnlessLike(
  { deviceId, outletId, priceGroupId }: DeviceRecord,
  failed: LockedOrder,
  offer: TransferRecord,
): void {
  if (outletId !== failed.outletId || priceGroupId !== offer.priceGroupId || deviceId === failed.deviceId)
    throw new ProductError("transferElsewhere");
}

/** Writes the transfer, its start, and the audit entries of both orders. */
async function writeTransfer(
  uow: UnitOfWork,
  failed: LockedOrder,
  transfer: PlacedOrder,
  actor: string,
): Promise<void> {
  const { orderId, deviceId, minutes, orderedAt: at } = transfer;
  if (!(await insertOrders(uow, [transfer]))) throw new ProductError("deviceInUse");
  await takeOffer(uow, failed.orderId, orderId);
  enqueueStart(uow, transfer, transfer.deadlineAt, at);
  const detail = { minutes, from: failed.orderId, to: orderId, deviceId };
  auditOrder(uow, failed.orderId, { at, actor, action: "order.transferred", detail });
  auditOrder(uow, orderId, { at, actor, action: "order.transfer", detail });
  publishOrder(uow, failed, at);
  publishOrder(uow, transfer, at);
}
