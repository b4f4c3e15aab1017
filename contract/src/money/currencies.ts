export const currencies = ["PHP", "MYR", "CNY", "IDR"] as const;
export type Currency = (typeof currencies)[number];

/** Maximum of an amount in minor units. */
export const maxAmountMinor = 1_000_000_000_000;

/** Maximum counted amount of a collection in minor units: 100 million in the major unit of every supported currency. */
export const maxCounted = 10_000_000_000;
