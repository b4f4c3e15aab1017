import { ProductError } from "#platform/http/product-error.ts";
import { findDevice } from "#features/devices/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { priceListOf } from "./prices-store.ts";
import { viewPrice } from "./prices-view.ts";

export { importPrices, type PriceRow } from "./import-prices.ts";
export { findPrices, priceExists, type PriceRecord, priceListOf } from "./prices-store.ts";

export interface PricesParts {
  readonly database: Database;
}

export type Prices = ReturnType<typeof createPrices>;

export function createPrices({ database }: PricesParts) {
  return {
    /** What a massage costs on a chair, cheapest first; throws `deviceUnknown` or `priceListMissing`. */
    priceListOfDevice: async (deviceId: string) => {
      const device = await findDevice(database, deviceId);
      if (device === null) throw new ProductError("deviceUnknown");
      const prices = device.priceGroupId === null ? [] : await priceListOf(database, device.priceGroupId);
      if (prices.length === 0) throw new ProductError("priceListMissing");
      return prices.map(viewPrice);
    },
  };
}
