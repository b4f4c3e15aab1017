import type { Price } from "@reposo/contract/devices/devices.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { textIn } from "#platform/text/translations.ts";
import type { Static } from "typebox";
import { findDevice } from "#features/devices/index.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type PriceRecord, priceListOf } from "./prices-store.ts";

export type Prices = ReturnType<typeof createPrices>;

export function createPrices({ database }: { readonly database: Database }) {
  return {
    /**
     * Returns the prices of a chair with names in the language, cheapest first.
     * @throws ProductError deviceUnknown or priceListMissing
     */
    priceListOfDevice: async (deviceId: string, language: Language) => {
      const device = await findDevice(database, deviceId);
      if (device === null) throw new ProductError("deviceUnknown");
      const prices = await priceListOf(database, device.priceGroupId);
      if (prices.length === 0) throw new ProductError("priceListMissing");
      return prices.map((price) => viewPrice(price, language));
    },
  };
}

function viewPrice(price: PriceRecord, language: Language): Static<typeof Price> {
  const { priceId, gear, minutes, amountMinor, currency, popular } = price;
  const name = textIn(price.names, language) ?? price.name;
  return { priceId, gear, name, minutes, amount: amountMinor, currency, popular };
}
