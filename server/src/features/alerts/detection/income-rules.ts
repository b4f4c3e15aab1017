import { type Cause, chairCause } from "#features/alerts/alert-cause-rules.ts";
import { sumOfHours, type UsualIncome } from "#features/alerts/usual-income/usual-income-rules.ts";

/**
 * Usual starts in a time in which a chair had two or fewer. By chance alone that happens in 16 of a million such times
 * (Poisson distribution with a mean of 16).
 */
const usualStarts = 16;
/** While the alert is open: a single start must not resolve it, only to have it open again hours later. */
const usualStartsWhileOpen = 8;
/** Starts that the chair had in that time at most. */
export const maxStarts = 2;

export interface QuietChair {
  readonly deviceId: string;
  readonly outletId: string;
  readonly zone: string;
  /** Time of the chair's third-last start, or of its installation. */
  readonly since: Date;
  readonly usual: UsualIncome;
  readonly isOpen: boolean;
  /** Income of the chair since then, in minor units. */
  readonly receivedMinor: number;
}

/** Whether the chair usually has this many starts in that time. Checked before the outlet's history is loaded. */
export const isQuiet = (
  { usual, zone, since }: Pick<QuietChair, "usual" | "zone" | "since">,
  now: Date,
  isOpen: boolean,
): boolean => sumOfHours(usual.starts, zone, since, now) >= minUsualStarts(isOpen);

const minUsualStarts = (isOpen: boolean): number => (isOpen ? usualStartsWhileOpen : usualStarts);

/**
 * Income far below the chair's own for these hours of the week. Where the outlet's other chairs had fewer starts than
 * usual too, so much less is expected of this one: a holiday is no fault of a chair.
 * @param outletShare starts of the outlet's other chairs in this time by their usual ones, 1 where there are none
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
