import { ProductError } from "#platform/http/product-error.ts";

export interface OutletsAsked {
  readonly areaId?: readonly string[];
  readonly exceptAreaId?: readonly string[];
}

/**
 * The outlets a report or list is about: those asked for, or all of the caller's where none is named, without those
 * that are left out; none may remain. One that is not the caller's is as good as absent, named to be shown or to be
 * left out, and refuses the whole call (guarantee 9).
 */
export function requireOutlets(
  caller: { readonly outletIds: readonly string[] },
  { areaId = [], exceptAreaId = [] }: OutletsAsked,
): string[] {
  const own = new Set(caller.outletIds);
  if ([...areaId, ...exceptAreaId].some((named) => !own.has(named))) throw new ProductError("outletNotFound");
  const asked = areaId.length === 0 ? own : new Set(areaId);
  for (const leftOut of exceptAreaId) asked.delete(leftOut);
  return [...asked];
}
