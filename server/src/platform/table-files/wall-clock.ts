const quarterMs = 15 * 60_000;
const mostRemembered = 1000;

/**
 * Instants as a clock on the wall of a zone shows them, both in milliseconds (see `ColumnKind`). Within a quarter of an
 * hour no zone changes, and rows in order of time ask for the same few quarters many times over.
 */
export function createWallClock(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    let offsetMs = offsets.get(quarter);
    if (offsetMs === undefined) {
      const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(zone);
      offsetMs = at.offsetNanoseconds / 1_000_000;
      if (offsets.size >= mostRemembered) offsets.clear();
      offsets.set(quarter, offsetMs);
    }
    return ms + offsetMs;
  };
}
