export class CheckFailure extends Error {}
export class CheckSkipped extends Error {}

/** @throws CheckFailure with `observed` if `holds` is false */
export function expectThat(holds: boolean, observed: string): asserts holds {
  if (!holds) throw new CheckFailure(observed);
}
