/** The columns by which the list of chairs can be sorted. */
export const deviceSorts = ["device", "outlet", "seen"] as const;
export type DeviceSort = (typeof deviceSorts)[number];
