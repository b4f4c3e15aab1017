export interface EventTime {
  readonly occurredAt: Date;
  /** The chair's clock was implausible, so this is when the event arrived. */
  readonly doubted: boolean;
}

/** A chair's clock may be this far ahead of the server's. */
const toleranceMs = 5_000;

/** The time of an event (protocol, point 5): as the chair reports it, unless its clock is not set or implausible. */
export function eventTime(claimed: string | null, arrivedAt: Date, installedAt: Date): EventTime {
  const claimedMs = claimed === null ? Number.NaN : Date.parse(claimed);
  const implausible =
    Number.isNaN(claimedMs) ||
    claimedMs > arrivedAt.getTime() + toleranceMs ||
    claimedMs < installedAt.getTime();
  if (implausible) return { occurredAt: arrivedAt, doubted: true };
  return { occurredAt: new Date(Math.min(claimedMs, arrivedAt.getTime())), doubted: false };
}
