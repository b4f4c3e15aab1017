import { type Static, type TSchema, Type } from "typebox";

/** `null` where the contract allows an absent value; the field itself is always present. */
export const Nullable = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** A closed set of strings, as JSON Schema `enum` (clearer in the published document than a union). */
export const OneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>(
    description === undefined
      ? { type: "string", enum: [...values] }
      : { type: "string", enum: [...values], description },
  );

/**
 * A query or form name that may repeat: one value or several, 100 at most. A hundred outlets by their ids are some 4 kB
 * of address, of which what stands between a phone and a server often takes no more than 8. More is refused, not cut.
 */
export const Repeated = <S extends TSchema>(item: S) => Type.Array(item, { maxItems: 100 });

export const deviceIdPattern = "^[A-Z0-9]{4,20}$";
export const DeviceId = Type.String({
  pattern: deviceIdPattern,
  description: "A chair's id: 4 to 20 capital letters and digits. Leading zeros count.",
});

/**
 * Whatever stands in a link may be an id: one that is far too long names nothing, and is answered like any other that
 * does. No longer link reaches the server, whose limit for a request's head this is.
 */
export const longestGivenId = 16_384;

/** As a person may type or send it; anything that is no known chair's id is code 20201, not code 400. */
export const GivenDeviceId = Type.String({
  minLength: 1,
  maxLength: longestGivenId,
  description: "A chair's id as typed or scanned; an id that names no chair answers 20201.",
});

/** As a filter it is typed or followed from elsewhere; a list has no rows of what is no chair. */
export const SoughtDeviceId = Type.String({
  minLength: 1,
  maxLength: longestGivenId,
  description: "A chair's id; one that names no chair of the caller's fits no row.",
});

export const uuidPattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
export const Uuid = Type.String({ pattern: uuidPattern, description: "UUID in lower case." });
export const GivenId = Type.String({
  minLength: 1,
  maxLength: longestGivenId,
  description: "An opaque id as handed out earlier; one that names nothing of the caller's counts as absent.",
});

/** Which of the caller's outlets: those named, or all, and of these none that is left out by name. */
export const ChosenOutlets = {
  areaId: Type.Optional(Repeated(GivenId)),
  exceptAreaId: Type.Optional(
    Type.Array(GivenId, {
      maxItems: 100,
      description: "Outlets to leave out: without `areaId`, all of the caller's but these.",
    }),
  ),
};

export const instantPattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";
export const Instant = Type.String({
  pattern: instantPattern,
  description: "ISO 8601, UTC, milliseconds.",
});
export const CalendarDate = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  description: "Calendar date YYYY-MM-DD in the zone of the Timezone-Offset header.",
});

export const currencies = ["PHP", "MYR", "CNY", "IDR"] as const;
export type Currency = (typeof currencies)[number];
export const CurrencyField = OneOf(currencies, "ISO 4217 code of the amounts in the same object.");

export const Amount = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  description: "Money in integer minor units (two decimals in every currency here, IDR too).",
});
export const SignedAmount = Type.Integer({
  minimum: -1_000_000_000_000_000,
  maximum: 1_000_000_000_000_000,
  description: "Money in integer minor units; returns make it smaller and may make it negative.",
});
export const Count = Type.Integer({ minimum: 0, description: "A count." });

export const Gear = Type.Integer({
  minimum: 1,
  maximum: 99,
  description: "Intensity step of the chair, from 1.",
});
export const Minutes = Type.Integer({ minimum: 0, maximum: 600, description: "Bought time in minutes." });

/** Counted in hours that pass, not read off the clock, so that every hour of every day can be asked for by itself. */
export const HourOfDay = Type.Integer({
  minimum: 0,
  maximum: 24,
  description:
    "One hour of the day that is both `startDate` and `endDate`, as the charts cut it: 14 is 14:00 to 15:00 in the " +
    "caller's zone. Where clocks change, hours go on being counted from the day's beginning: one that the clocks " +
    "repeat counts twice, one that they skip not at all, so the last is 24 or 22.",
});

export const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Rows a page." });
export const Cursor = Type.String({
  minLength: 1,
  maxLength: 512,
  description: "`nextCursor` of the page before.",
});

/** A page of a list: pass `nextCursor` back as `cursor`; null at the end. `total` counts the whole filter. */
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()), total: Count });

/** A field that a caller may omit; the handler always receives a value. */
export const Defaulted = <S extends TSchema>(schema: S, value: Static<S>): S =>
  Type.Optional({ ...schema, default: value });

/** Operations that write refuse an unknown field with code 400; those that read ignore it (`reads` of an endpoint). */
export const Request = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export type DeviceIdValue = Static<typeof DeviceId>;
