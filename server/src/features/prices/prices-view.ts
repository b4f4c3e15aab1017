import type { Price } from "@reposo/contract/devices.ts";
import type { Static } from "typebox";
import type { PriceRecord } from "./prices-store.ts";

export function viewPrice(price: PriceRecord): Static<typeof Price> {
  return {
    priceId: price.priceId,
    gear: price.gear,
    name: price.name,
    minutes: price.minutes,
    amount: price.amountMinor,
    currency: price.currency,
  };
}
