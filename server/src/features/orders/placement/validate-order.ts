import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import {
  availabilityOf,
  deviceInUse,
  deviceUnavailable,
  type DeviceRecord,
  findDevices,
  isInUse,
} from "#features/devices/index.ts";
import { findPrices, type PriceRecord } from "#features/prices/index.ts";
import { createBatcher, type Outcome } from "#platform/postgres/batcher.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { Remember } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { payTypeRefusal } from "#features/orders/order-state-rules.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { priceRefusal } from "./check-expected-price.ts";

export interface Placing {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof activate>;
  /** For the coupon tries; the address they come from. */
  readonly ip: string;
  readonly remember: Remember<ReplyOf<typeof activate>>;
}

export interface Judged {
  readonly device: DeviceRecord;
  readonly price: PriceRecord;
}

/**
 * A chair may be ordered now, at this price, by this caller: everything that can be refused before money moves.
 * Those who ask at the same time are answered by the same two reads.
 * @throws ProductError that says why not
 */
export function createJudgeOrder({
  database,
  brokerConnected,
  storageHasRoom,
}: Pick<OrderParts, "database" | "brokerConnected" | "storageHasRoom">): (
  placing: Placing,
) => Promise<Judged> {
  return createBatcher<Placing, Judged>({
    async processBatch(placings) {
      if (!(await storageHasRoom())) return placings.map(() => ({ error: storageFull() }));
      const devices = await findDevices(
        database,
        placings.map(({ request }) => request.deviceId),
      );
      const groups = new Set([...devices.values()].flatMap(({ priceGroupId }) => priceGroupId ?? []));
      const prices = await findPrices(
        database,
        [...groups],
        placings.map(({ request }) => request.priceId),
      );
      const outcomes: Outcome<Judged>[] = [];
      for (const placing of placings) {
        const device = devices.get(placing.request.deviceId);
        const refusal = refusalOf(placing, device, brokerConnected());
        if (refusal !== null || device === undefined) {
          outcomes.push({ error: refusal });
          continue;
        }
        const price = prices.find(
          (one) => one.priceGroupId === device.priceGroupId && one.priceId === placing.request.priceId,
        );
        if (price === undefined)
          outcomes.push({ error: await priceRefusal(database, device, placing.request.priceId) });
        else outcomes.push({ value: { device, price } });
      }
      return outcomes;
    },
  });
}

/** An order that is accepted might not be started, or not be ended, for lack of space. */
export const storageFull = (): ProductError =>
  new ProductError("notReady", { cause: new Error("the storage of the database is full") });

function refusalOf(
  { caller, request }: Placing,
  device: DeviceRecord | undefined,
  isReachable: boolean,
): ProductError | null {
  if (device === undefined) return new ProductError("deviceUnknown");
  if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
    return new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
  const refusal = payTypeRefusal(caller.kind, request.payType);
  if (refusal !== null) return new ProductError(refusal);
  if (!isReachable || availabilityOf(device).kind === "unavailable") return deviceUnavailable(device);
  return isInUse(device) ? deviceInUse(device) : null;
}
