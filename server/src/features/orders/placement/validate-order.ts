import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import {
  availabilityOf,
  deviceInUse,
  deviceUnavailable,
  type DeviceRecord,
  findDevices,
  isInUse,
} from "#features/devices/index.ts";
import { findPrices, priceExists, priceListOf, type PriceRecord } from "#features/prices/index.ts";
import { createBatcher, type Outcome } from "#platform/postgres/batcher.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { payTypeRefusal } from "#features/orders/order-graph-rules.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";

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
 * Creates the validation of requests before anything is written: state of the server, chair, outlet of a manager, pay type, and
 * price. Concurrent requests share the queries.
 * @throws ProductError with the reason of a refusal
 */
export function createValidateOrder({
  database,
  brokerConnected,
  findStartObstacle,
}: Pick<OrderDependencies, "database" | "brokerConnected" | "findStartObstacle">): (
  input: PlaceOrderInput,
) => Promise<ValidatedOrder> {
  return createBatcher<PlaceOrderInput, ValidatedOrder>({
    isRepeatable: true,
    async processBatch(inputs) {
      const [obstacle, devices] = await Promise.all([
        findStartObstacle(),
        findDevices(
          database,
          inputs.map(({ request }) => request.deviceId),
        ),
      ]);
      if (obstacle !== null) return inputs.map(() => ({ error: cannotStart(obstacle) }));
      const groups = new Set([...devices.values()].flatMap(({ priceGroupId }) => priceGroupId ?? []));
      const prices = await findPrices(
        database,
        [...groups],
        inputs.map(({ request }) => request.priceId),
      );
      const outcomes: Outcome<ValidatedOrder>[] = [];
      for (const input of inputs) {
        const device = devices.get(input.request.deviceId);
        const refusal = refusalOf(input, device, brokerConnected());
        if (refusal !== null || device === undefined) {
          outcomes.push({ error: refusal });
          continue;
        }
        const price = prices.find(
          (one) => one.priceGroupId === device.priceGroupId && one.priceId === input.request.priceId,
        );
        if (price === undefined)
          outcomes.push({ error: await priceRefusal(database, device, input.request.priceId) });
        else outcomes.push({ value: { device, price } });
      }
      return outcomes;
    },
  });
}

/** Returns the error for a start that this server cannot accept now. */
export const cannotStart = (obstacle: string): ProductError =>
  new ProductError("notReady", { cause: new Error(obstacle) });

function refusalOf(
  { caller, request }: PlaceOrderInput,
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
