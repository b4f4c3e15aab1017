import { ProductError } from "#platform/http/product-error.ts";

/**
 * Returns the outlets of a report or list: the selected outlets, or all outlets of the caller, without the excluded
 * ones. The result may be empty.
 * @throws ProductError outletNotFound for a selected or excluded outlet that the caller does not manage (G-9)
 */
export function requireOutlets(
  caller: { readonly outletIds: readonly string[] },
  { areaId = [], exceptAreaId = [] }: { areaId?: readonly string[]; exceptAreaId?: readonly string[] },
): string[] {
  const own = new Set(caller.outletIds);
  if ([...areaId, ...exceptAreaId].some((outletId) => !own.has(outletId)))
    throw new ProductError("outletNotFound");
  const selected = areaId.length === 0 ? own : new Set(areaId);
  for (const excluded of exceptAreaId) selected.delete(excluded);
  return [...selected];
}
