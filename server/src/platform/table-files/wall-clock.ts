const quarterMs = 15 * 60_000;

/**
 * Instants as a clock on the wall of a zone shows them, in milliseconds (see `ColumnKind`). Within a quarter of an
 * hour no zone changes, and rows in order of time ask for the same quarter many times over.
 */
export function createWallClock(zone: string): (at: Date) => number {
  let quarter = Number.NaN;
  let offsetMs = 0;
  return (at) => {
    const ms = at.getTime();
    const asked = Math.floor(ms / quarterMs);
    if (asked !== quarter) {
      quarter = asked;
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(
        asked * quarterMs,
      ).toZonedDateTimeISO(zone);
      offsetMs = offsetNanoseconds / 1_000_000;
    }
    return ms + offsetMs;
  };
}
