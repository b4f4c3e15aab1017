interface Sums {
  readonly online: number;
  readonly cash: number;
}

/**
 * How much of the income came online, from 0 to 1; null where a share says nothing: no income, or a part that
 * returns made negative.
 */
export function onlineShare({ online, cash }: Sums): number | null {
  if (online < 0 || cash < 0 || online + cash === 0) return null;
  return online / (online + cash);
}
