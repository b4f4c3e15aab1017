import { ProductError } from "#platform/product-error.ts";

/**
 * The outlets a report or list is about: those asked for, or all of the caller's where none is named.
 * One that is not the caller's is as good as absent, and refuses the whole call (guarantee 9).
 */
export function requireOutlets(
  caller: { readonly outletIds: readonly string[] },
  areaIds: readonly string[] | undefined,
): string[] {
  if (areaIds === undefined || areaIds.length === 0) return [...caller.outletIds];
  const own = new Set(caller.outletIds);
  const asked = [...new Set(areaIds)];
  if (asked.some((areaId) => !own.has(areaId))) throw new ProductError("outletNotFound");
  return asked;
}
