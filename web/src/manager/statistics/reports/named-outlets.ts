/** Maximum number of outlet IDs that the contract accepts in one call. */
const maxNamedOutlets = 100;
/** A selection of at most this many outlets is sent as it was chosen: as selected or as excluded outlets. */
const maxAsChosen = 12;

/**
 * Selects outlets in the contract's fields: those of `areaId`, or if it is empty, all except those of `exceptAreaId`.
 */
export interface NamedOutlets {
  readonly areaId: readonly string[];
  readonly exceptAreaId: readonly string[];
}

export const allOutlets: NamedOutlets = { areaId: [], exceptAreaId: [] };
export const onlyOutlet = (areaId: string): NamedOutlets => ({ areaId: [areaId], exceptAreaId: [] });

const without = (all: readonly string[], some: readonly string[]): readonly string[] => {
  const excluded = new Set(some);
  return all.filter((areaId) => !excluded.has(areaId));
};

const size = ({ areaId, exceptAreaId }: NamedOutlets): number => areaId.length + exceptAreaId.length;

/** Whether outlets are selected or excluded; otherwise, all outlets are selected. */
export const hasNamedOutlets = (outlets: NamedOutlets): boolean => size(outlets) > 0;

export const selectedOutlets = ({ areaId, exceptAreaId }: NamedOutlets, all: readonly string[]) =>
  areaId.length > 0 ? areaId : without(all, exceptAreaId);

/**
 * Returns the fields that select the chosen outlets, which are empty for all outlets. A short selection stays as it was
 * chosen; a longer one becomes the selected or the excluded outlets, whichever are fewer. Null if these exceed
 * `maxNamedOutlets`.
 */
export function nameOutlets(chosen: NamedOutlets, all: readonly string[]): NamedOutlets | null {
  const selected = selectedOutlets(chosen, all);
  const excluded = without(all, selected);
  if (excluded.length === 0 && all.length > 0) return allOutlets;
  const byName = { areaId: selected, exceptAreaId: [] };
  const byRest = { areaId: [], exceptAreaId: excluded };
  const [asChosen, inverted] = chosen.areaId.length > 0 ? [byName, byRest] : [byRest, byName];
  const shorter = hasNamedOutlets(inverted) && size(inverted) < size(asChosen) ? inverted : asChosen;
  const named = size(asChosen) <= maxAsChosen ? asChosen : shorter;
  return size(named) > maxNamedOutlets ? null : named;
}

/** Reads the outlets from an address. If it contains both fields, which is contradictory, `areaId` applies. */
export function readNamedOutlets(query: URLSearchParams): NamedOutlets {
  const [areaId = [], exceptAreaId = []] = ["areaId", "exceptAreaId"].map((name) => [
    ...new Set(query.getAll(name).filter(Boolean)),
  ]);
  return { areaId, exceptAreaId: areaId.length > 0 ? [] : exceptAreaId };
}
