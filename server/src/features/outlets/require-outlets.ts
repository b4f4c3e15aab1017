import { ProductError } from "#platform/http/product-error.ts";

export interface OutletSelection {
  readonly areaId?: readonly string[];
  readonly exceptAreaId?: readonly string[];
}

/**
 * The outlets of a report or list: the selected ones, or all of the caller's, without the excluded ones; may
 * be empty. An outlet of another manager is refused like an unknown one, whether selected or excluded (G-9).
 * @throws ProductError outletNotFound
 */
export function requireOutlets(
  caller: { readonly outletIds: readonly string[] },
  { areaId = [], exceptAreaId = [] }: OutletSelection,
): string[] {
  const own = new Set(caller.outletIds);
  if ([...areaId, ...exceptAreaId].some((outletId) => !own.has(outletId)))
    throw new ProductError("outletNotFound");
  const selected = areaId.length === 0 ? own : new Set(areaId);
  for (const excluded of exceptAreaId) selected.delete(excluded);
  return [...selected];
}
