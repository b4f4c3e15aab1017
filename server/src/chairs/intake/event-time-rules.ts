export interface EventTime {
  readonly occurredAt: Date;
  /** True if the chair's clock was implausible; `occurredAt` is then the time of arrival. */
  readonly isUnreliable: boolean;
}

/** How far a chair's clock may be ahead of the server's clock. */
const toleranceMs = 5_000;

/** Returns the time that a chair reports, or null if it is no time between the years 1 and 9999, as the database requires. */
export function claimedTime(claimed: string | null): Date | null {
  const time = new Date(claimed ?? Number.NaN);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : null;
}

/**
 * Returns the time of an event (protocol, point 5): as the chair reports it, but not after its arrival. If the chair's
 * clock is not set or implausible, returns the time of arrival.
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
