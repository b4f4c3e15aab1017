import { type Static, Type } from "typebox";

export const OpenPeriod = Type.Object({
  opens: Type.Integer({
    minimum: 0,
    maximum: 1439,
    description: "Opening time in minutes after midnight, 0 to 1439, in the outlet's time zone.",
  }),
  closes: Type.Integer({
    minimum: 1,
    maximum: 2879,
    description:
      "Closing time in minutes after the same midnight, later than `opens`; above 1440 the outlet closes on the next day.",
  }),
});
export type OpenPeriod = Static<typeof OpenPeriod>;

export const OpeningHours = Type.Array(Type.Array(OpenPeriod), {
  minItems: 7,
  maxItems: 7,
  description:
    "Opening periods of each day of the week, from Monday, in the outlet's time zone, without overlaps. A day without periods is closed; 0 to 1440 is the whole day.",
});
export type OpeningHours = Static<typeof OpeningHours>;
