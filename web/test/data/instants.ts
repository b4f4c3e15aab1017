/** The time at which pages open by default. */
const openedAt = Date.parse("2026-03-02T04:00:00.000Z");

/** Returns an instant relative to the time at which pages open by default. */
export const instantAfter = (seconds: number): string => new Date(openedAt + seconds * 1_000).toISOString();
