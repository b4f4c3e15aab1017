export { importPrices, type PriceRow } from "./import-prices.ts";
export { createPrices, type Prices } from "./list-device-prices.ts";
export { findPrices, priceExists, type PriceRecord, priceListOf, setPopularPrices } from "./prices-store.ts";
