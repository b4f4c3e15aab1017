import { priceExists, priceListOf } from "#features/prices/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";

/**
 * Why a price is none that the chair has now: it has none at all, the price was replaced, withdrawn or is another
 * group's while the page stood open, or the id never was a price's.
 */
export async function priceRefusal(
  db: Querier,
  { priceGroupId }: { readonly priceGroupId: string | null },
  priceId: string,
): Promise<ProductError> {
  const list = priceGroupId === null ? [] : await priceListOf(db, priceGroupId);
  if (list.length === 0) return new ProductError("priceListMissing");
  return (await priceExists(db, priceId))
    ? new ProductError("priceChanged")
    : invalidField("priceId", "unknown");
}
