interface Sums {
  readonly online: number;
  readonly cash: number;
}

/**
 * Online share of the income, from 0 to 1; null without income or where refunds made a channel negative.
 */
export function onlineShare({ online, cash }: Sums): number | null {
  if (online < 0 || cash < 0 || online + cash === 0) return null;
  return online / (online + cash);
}
