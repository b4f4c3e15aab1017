import { type Static, Type } from "typebox";

export const OpenPeriod = Type.Object({
  opens: Type.Integer({
    minimum: 0,
    maximum: 1439,
    description: "Minutes after midnight, in the outlet's time zone.",
  }),
  closes: Type.Integer({
    minimum: 1,
    maximum: 2879,
    description: "Minutes after the same midnight; above 1440 it closes on the next day. Later than `opens`.",
  }),
});
export type OpenPeriod = Static<typeof OpenPeriod>;

/** Monday first; a day without periods is closed. 0 to 1440 is the whole day. Periods do not overlap. */
export const OpeningHours = Type.Array(Type.Array(OpenPeriod), {
  minItems: 7,
  maxItems: 7,
  description:
    "Periods of each day of the week, from Monday, in the outlet's time zone. Closed on days without periods; 0 to 1440 is the whole day. Periods do not overlap.",
});
export type OpeningHours = Static<typeof OpeningHours>;
