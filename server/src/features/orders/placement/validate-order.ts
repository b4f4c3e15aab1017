import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import {
  availabilityOf,
  deviceInUse,
  deviceUnavailable,
  type DeviceRecord,
  findDevice,
  isInUse,
} from "#features/devices/index.ts";
import { findPrices, priceExists, priceListOf, type PriceRecord } from "#features/prices/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { payTypeRefusal } from "#features/orders/record/order-graph-rules.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";

export interface PlaceOrderInput {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof activate>;
  /** The caller's IP address, by which coupon attempts and unpaid orders are limited. */
  readonly ip: string;
  readonly saveReply: SaveReply<ReplyOf<typeof activate>>;
}

interface ValidatedOrder {
  readonly device: DeviceRecord;
  readonly price: PriceRecord;
}

/**
 * Validates a request before anything is written: state of the server, chair, outlet of a manager, pay type, and price.
 * Whether the chair is free and the coupon valid is decided by the transaction that writes the order.
 * @throws ProductError with the reason of a refusal
 */
export async function validateOrder(
  {
    database,
    brokerConnected,
    findStartObstacle,
  }: Pick<OrderDependencies, "database" | "brokerConnected" | "findStartObstacle">,
  { caller, request }: Pick<PlaceOrderInput, "caller" | "request">,
): Promise<ValidatedOrder> {
  const { deviceId, priceId, payType } = request;
  const [obstacle, device] = await Promise.all([findStartObstacle(), findDevice(database, deviceId)]);
  if (obstacle !== null) throw cannotStart(obstacle);
  if (device === null) throw new ProductError("deviceUnknown");
  if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
    throw new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
  const refusal = payTypeRefusal(caller.kind, payType);
  if (refusal !== null) throw new ProductError(refusal);
  if (!brokerConnected() || availabilityOf(device).kind === "unavailable") throw deviceUnavailable(device);
  if (isInUse(device)) throw deviceInUse(device);
  const groups = device.priceGroupId === null ? [] : [device.priceGroupId];
  const [price] = await findPrices(database, groups, [priceId]);
  if (price === undefined) throw await priceRefusal(database, device, priceId);
  return { device, price };
}

/** Returns the error for a start that this server cannot accept now. */
export const cannotStart = (obstacle: string): ProductError =>
  new ProductError("notReady", { cause: new Error(obstacle) });

/**
 * Returns why a price is not valid for the chair: `priceListMissing` if the chair has no prices, `priceChanged` if
 * the price was replaced, withdrawn, or belongs to another price group, and an invalid field if the price never
 * existed.
 */
export async function priceRefusal(
  db: Querier,
  { priceGroupId }: { readonly priceGroupId: string | null },
  priceId: string,
): Promise<ProductError> {
  if ((await priceListOf(db, priceGroupId)).length === 0) return new ProductError("priceListMissing");
  return (await priceExists(db, priceId))
    ? new ProductError("priceChanged")
    : invalidField("priceId", "unknown");
}
