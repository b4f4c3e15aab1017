/** Day and time of a collection. */
export const moment = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
