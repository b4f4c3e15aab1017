/** Columns by which a report can be sorted. Each type of row has a subset of them. */
export const reportSorts = [
  "total",
  "name",
  "online",
  "cash",
  "orders",
  "average",
  "ordersPerDevice",
  "taken",
  "returned",
] as const;
export type ReportSort = (typeof reportSorts)[number];

/** Presets of a range, in the order in which screens offer them, and days of choice. */
export const reportRanges = [
  "today",
  "yesterday",
  "thisWeek",
  "last7Days",
  "last30Days",
  "thisMonth",
  "lastMonth",
  "thisYear",
  "custom",
] as const;

/** Columns by which a comparison of outlets or chairs can be sorted. */
export const rankingSorts = ["value", "earlier", "change", "name"] as const;
export type RankingSort = (typeof rankingSorts)[number];

export const boxSorts = ["amount", "days", "outlet"] as const;
export type BoxSort = (typeof boxSorts)[number];

export const differenceGroups = ["devices", "outlets", "collectors"] as const;
export type DifferenceGroup = (typeof differenceGroups)[number];
