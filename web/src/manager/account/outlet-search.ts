interface Named {
  readonly areaName: string;
}

/** Outlets whose name holds every word typed, in any order and case. */
export function outletsFitting<O extends Named>(outlets: readonly O[], typed: string): readonly O[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return outlets.filter(({ areaName }) => words.every((word) => areaName.toLowerCase().includes(word)));
}
