export interface EventTime {
  readonly occurredAt: Date;
  /** True if the chair's clock was implausible; `occurredAt` is then the time of arrival. */
  readonly isUnreliable: boolean;
}

/** How far a chair's clock may be ahead of the server's clock. */
const toleranceMs = 5_000;

/**
 * Parses the time that a chair reports. Returns null if `claimed` is null, invalid, or outside the years 1 to 9999,
 * because PostgreSQL cannot parse other years as JavaScript writes them (`+010000-…`).
 */
export function claimedTime(claimed: string | null): Date | null {
  const time = new Date(claimed ?? Number.NaN);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : null;
}

/**
 * Returns the time of an event as the chair reports it, but not after its arrival. Returns the time of arrival if the
 * chair reports no valid time, a time before its installation, or a time more than `toleranceMs` after the arrival.
 */
export function eventTime(claimed: string | null, arrivedAt: Date, installedAt: Date): EventTime {
  const claimedMs = claimed === null ? Number.NaN : Date.parse(claimed);
  const implausible =
    Number.isNaN(claimedMs) ||
    claimedMs > arrivedAt.getTime() + toleranceMs ||
    claimedMs < installedAt.getTime();
  if (implausible) return { occurredAt: arrivedAt, isUnreliable: true };
  return { occurredAt: new Date(Math.min(claimedMs, arrivedAt.getTime())), isUnreliable: false };
}
