import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { extend } from "@reposo/contract/orders/orders.ts";
import { availabilityOf, findDevice } from "#features/devices/index.ts";
import { findPrices, type PriceRecord } from "#features/prices/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { findPendingStops } from "#features/chair-commands/index.ts";
import { exceededLimit, maxRunMinutes } from "./extension-rules.ts";
import { findViewable, type OrderViewer } from "#features/orders/record/order-access.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/record/order-record.ts";
import { remainingMsOf } from "#features/orders/record/run-rules.ts";
import { payTypeRefusal } from "#features/orders/record/order-graph-rules.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { cannotStart, priceRefusal } from "#features/orders/placement/validate-order.ts";

export interface ExtensionRequest {
  readonly caller: OrderViewer;
  readonly request: RequestOf<typeof extend>;
}

/**
 * Validates an extension before anything is written. What may change concurrently is validated again under the order's
 * lock.
 * @throws ProductError with the reason of a refusal
 */
export async function validateExtension(
  dependencies: Pick<
    OrderDependencies,
    "database" | "clock" | "times" | "brokerConnected" | "findStartObstacle"
  >,
  { caller, request }: ExtensionRequest,
): Promise<{ run: OrderRecord; price: PriceRecord }> {
  const { database } = dependencies;
  const obstacle = await dependencies.findStartObstacle();
  if (obstacle !== null) throw cannotStart(obstacle);
  const run = await findViewable(database, caller, request.orderId);
  const refusal = payTypeRefusal(caller.kind, request.payType);
  if (refusal !== null) throw new ProductError(refusal);
  // Checked before the price, so that a request after the end of the massage is refused with `orderStatusForbids`.
  await refuseUnlessExtendable(database, dependencies, { ...run, extensions: [] }, 0);
  const device = await findDevice(database, run.deviceId);
  if (device === null || !dependencies.brokerConnected() || availabilityOf(device).kind === "unavailable")
    throw new ProductError("deviceUnavailable");
  const groups = device.priceGroupId === null ? [] : [device.priceGroupId];
  const [price] = await findPrices(database, groups, [request.priceId]);
  if (price === undefined) throw await priceRefusal(database, device, request.priceId);
  // The chair runs added minutes in the current gear, so the price of another gear is not valid.
  if (price.gear !== run.gear || price.currency !== run.currency) throw invalidField("priceId", "choice");
  await refuseUnlessExtendable(database, dependencies, { ...run, extensions: [] }, price.minutes);
  return { run, price };
}

/**
 * Throws unless the order runs and can be extended by `minutes`.
 * @param minutes length of the extension; 0 to check only whether the order can be extended at all
 * @throws ProductError orderStatusForbids if the order cannot be extended; for an order that is itself an extension,
 *   `data.parentOrderId` names the order to extend. extensionTooLong or massageTooLong if the extension would exceed the
 *   maximum remaining time or the maximum length of the run.
 */
export async function refuseUnlessExtendable(
  db: Querier,
  { clock, times }: Pick<OrderDependencies, "clock" | "times">,
  run: LockedOrder,
  minutes: number,
): Promise<void> {
  const now = clock.now();
  const { parentOrderId } = run;
  if (parentOrderId !== null) throw new ProductError("orderStatusForbids", { data: { parentOrderId } });
  // A coin run is extended by inserting coins, because the chair does not know its order ID.
  const isExtendable = remainingMsOf(run, now) > 0 && run.payType !== "coin";
  if (!isExtendable || (await findPendingStops(db, [run.orderId], now)).size > 0)
    throw new ProductError("orderStatusForbids");
  if (minutes === 0) return;
  const limit = exceededLimit(run, minutes, times.maxLeftMs, now);
  if (limit === "length") throw new ProductError("massageTooLong", { data: { minutes: maxRunMinutes } });
  if (limit === "remainingTime") {
    const maxMinutes = Math.round(times.maxLeftMs / 60_000);
    throw new ProductError("extensionTooLong", { data: { minutes: maxMinutes } });
  }
}
