import { type Cause, chairCause } from "#features/alerts/alert-cause-rules.ts";
import { sumOfHours, type UsualIncome } from "#features/alerts/usual-income/usual-income-rules.ts";

/**
 * Income is low if a chair had at most two starts in a period in which it usually has 16. By chance, this happens
 * with a probability of 16 in a million (Poisson distribution with a mean of 16).
 */
const usualStarts = 16;
/**
 * The threshold while the alert is open. It is lower, so that a single start does not resolve the alert
 * (hysteresis).
 */
const usualStartsWhileOpen = 8;
/** A chair whose income is low had at most this many starts in the period. */
export const maxStarts = 2;

export interface QuietChair {
  readonly deviceId: string;
  readonly outletId: string;
  readonly zone: string;
  /** The latest of the chair's third-last start at its outlet, its installation, and its last move. */
  readonly since: Date;
  readonly usual: UsualIncome;
  readonly isOpen: boolean;
  /** Income of the chair from `since` on, in minor units. */
  readonly receivedMinor: number;
}

/**
 * Returns whether a chair usually has so many starts between `since` and `now` that having had at most two is
 * unusual.
 */
export const isQuiet = (
  { usual, zone, since }: Pick<QuietChair, "usual" | "zone" | "since">,
  now: Date,
  isOpen: boolean,
): boolean => sumOfHours(usual.starts, zone, since, now) >= minUsualStarts(isOpen);

const minUsualStarts = (isOpen: boolean): number => (isOpen ? usualStartsWhileOpen : usualStarts);

/**
 * Compares the income since `since` with the chair's usual income for the same hours of the week. The usual values
 * are multiplied by `outletShare` if it is below 1, because a quiet day of the whole outlet is not a fault of the
 * chair.
 * @param outletShare starts of the outlet's other chairs divided by their usual starts; 1 if their usual starts are
 *   0
 * @returns null if the reduced usual starts are below the threshold
 */
export function detectLowIncome(chair: QuietChair, outletShare: number, now: Date): Cause | null {
  const share = Math.min(1, outletShare);
  if (sumOfHours(chair.usual.starts, chair.zone, chair.since, now) * share < minUsualStarts(chair.isOpen))
    return null;
  const usualMinor = sumOfHours(chair.usual.amountsMinor, chair.zone, chair.since, now) * share;
  return chairCause("incomeLow", chair, {
    amountMinor: Math.max(0, Math.round(usualMinor - chair.receivedMinor)),
  });
}
