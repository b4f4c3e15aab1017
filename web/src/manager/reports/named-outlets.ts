/** The contract takes so many names in one call. */
const maxNamedOutlets = 100;
/** So few are said as they were chosen. */
const few = 12;

/** The outlets of a call, with the names of the contract: those of `areaId`, or all but those of `exceptAreaId`. */
export interface NamedOutlets {
  readonly areaId: readonly string[];
  readonly exceptAreaId: readonly string[];
}

export const allOutlets: NamedOutlets = { areaId: [], exceptAreaId: [] };
export const onlyOutlet = (areaId: string): NamedOutlets => ({ areaId: [areaId], exceptAreaId: [] });

const without = (all: readonly string[], some: readonly string[]): readonly string[] => {
  const left = new Set(some);
  return all.filter((areaId) => !left.has(areaId));
};

const size = ({ areaId, exceptAreaId }: NamedOutlets): number => areaId.length + exceptAreaId.length;

export const selectedOutlets = ({ areaId, exceptAreaId }: NamedOutlets, all: readonly string[]) =>
  areaId.length > 0 ? areaId : without(all, exceptAreaId);

/** Names the chosen outlets or all others, whichever are fewer; null where either would be too many. */
export function nameOutlets(chosen: NamedOutlets, all: readonly string[]): NamedOutlets | null {
  const selected = selectedOutlets(chosen, all);
  const excluded = without(all, selected);
  if (excluded.length === 0 && all.length > 0) return allOutlets;
  const byName = { areaId: selected, exceptAreaId: [] };
  const byRest = { areaId: [], exceptAreaId: excluded };
  const [asChosen, otherwise] = chosen.areaId.length > 0 ? [byName, byRest] : [byRest, byName];
  const shorter = size(otherwise) > 0 && size(otherwise) < size(asChosen) ? otherwise : asChosen;
  const named = size(asChosen) <= few ? asChosen : shorter;
  return size(named) > maxNamedOutlets ? null : named;
}

/** Reads the outlets from an address; if both kinds are present, which is contradictory, the first one applies. */
export function readNamedOutlets(query: URLSearchParams): NamedOutlets {
  const [areaId = [], exceptAreaId = []] = ["areaId", "exceptAreaId"].map((name) => [
    ...new Set(query.getAll(name).filter(Boolean)),
  ]);
  return areaId.length > 0 ? { areaId, exceptAreaId: [] } : { areaId, exceptAreaId };
}
