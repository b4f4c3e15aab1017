import { availabilityOf, findDevice } from "#features/devices/index.ts";
import { findPrices, type PriceRecord } from "#features/prices/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { findWaitingStops } from "#features/orders/execution/chair-commands-store.ts";
import { isWithinBounds } from "./extension-rules.ts";
import type { Extending } from "./extend-order.ts";
import { mayFollow } from "#features/orders/listing/follow-order.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { payTypeRefusal } from "#features/orders/order-state-rules.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { findOrder } from "#features/orders/orders-store.ts";
import { storageFull } from "#features/orders/placement/validate-order.ts";
import { priceRefusal } from "#features/orders/placement/check-expected-price.ts";

/**
 * This caller may lengthen this massage by this price: everything that can be refused before money moves.
 * @throws ProductError that says why not
 */
export async function judgeExtension(
  parts: Pick<OrderParts, "database" | "clock" | "times" | "brokerConnected" | "storageHasRoom">,
  { caller, request }: Pick<Extending, "caller" | "request">,
): Promise<{ run: OrderRecord; price: PriceRecord }> {
  const { database } = parts;
  if (!(await parts.storageHasRoom())) throw storageFull();
  const run = isUuid(request.orderId) ? await findOrder(database, request.orderId) : null;
  if (run === null || !mayFollow(caller, run)) throw new ProductError("orderNotFound");
  const refusal = payTypeRefusal(caller.kind, request.payType);
  if (refusal !== null) throw new ProductError(refusal);
  // Looked at before any price, so that who comes too late hears of that; once more under the lock.
  await refuseUnlessExtendable(database, parts, { ...run, extensions: [] }, 0);
  const device = await findDevice(database, run.deviceId);
  if (device === null || !parts.brokerConnected() || availabilityOf(device).kind === "unavailable")
    throw new ProductError("deviceUnavailable");
  const groups = device.priceGroupId === null ? [] : [device.priceGroupId];
  const [price] = await findPrices(database, groups, [request.priceId]);
  if (price === undefined) throw await priceRefusal(database, device, request.priceId);
  // Minutes are added in the gear that runs: another gear's price would sell what the chair does not do.
  if (price.gear !== run.gear || price.currency !== run.currency) throw invalidField("priceId", "choice");
  await refuseUnlessExtendable(database, parts, { ...run, extensions: [] }, price.minutes);
  return { run, price };
}

/** @throws ProductError orderStatusForbids (of an extension with the order to extend instead), extensionTooLong */
export async function refuseUnlessExtendable(
  db: Querier,
  { clock, times }: Pick<OrderParts, "clock" | "times">,
  run: LockedOrder,
  minutes: number,
): Promise<void> {
  const now = clock.now();
  const { parentOrderId } = run;
  if (parentOrderId !== null) throw new ProductError("orderStatusForbids", { data: { parentOrderId } });
  // The chair does not know the order of a run that coins started; further coins extend it.
  const isExtendable = run.status === "running" && run.payType !== "coin";
  const isRunning = isExtendable && run.endsAt !== null && run.endsAt > now;
  if (!isRunning || (await findWaitingStops(db, [run.orderId], now)).size > 0)
    throw new ProductError("orderStatusForbids");
  if (minutes > 0 && !isWithinBounds(run, minutes, times.longestLeftMs, now)) {
    const longest = Math.round(times.longestLeftMs / 60_000);
    throw new ProductError("extensionTooLong", { data: { minutes: longest } });
  }
}
