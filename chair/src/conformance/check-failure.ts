/** Thrown by a check if the chair breaks its rule. The message is the observed behaviour. */
export class CheckFailure extends Error {}
/** Thrown by a check that cannot be performed with this chair. The message is the reason. */
export class CheckSkipped extends Error {}

/** @throws CheckFailure with `observed` if `holds` is false */
export function expectThat(holds: boolean, observed: string): asserts holds {
  if (!holds) throw new CheckFailure(observed);
}
