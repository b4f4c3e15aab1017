import { type Static, type TSchema, Type } from "typebox";
import { currencies, maxAmountMinor } from "#money/currencies.ts";

/** A field that is always present and may be `null`. */
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
 * A field with at most 100 values. A hundred outlet IDs are about 4 kB of a URL, and many proxies accept
 * at most 8 kB.
 */
export const Repeated = <S extends TSchema>(item: S, description?: string) =>
  Type.Array(item, { maxItems: 100, ...(description !== undefined && { description }) });

export const deviceIdPattern = "^[A-Z0-9]{4,20}$";
export const DeviceId = Type.String({
  pattern: deviceIdPattern,
  description: "Device ID: 4 to 20 capital letters and digits. Leading zeros are significant.",
});

/**
 * Maximum length of an ID in a request. It equals Node's limit for the head of a request, so an ID in a URL is never
 * too long. A malformed link therefore gets the same "not found" response as any other unknown ID.
 */
export const maxGivenIdLength = 16_384;

/** A device ID as typed by a person. A malformed ID is treated like any other unknown ID, not refused with code 400. */
export const GivenDeviceId = Type.String({
  format: "typed-device-id",
  minLength: 1,
  maxLength: maxGivenIdLength,
  description:
    "Device ID as typed or scanned, in upper or lower case. An unknown ID is answered with code 20201.",
});

/** A device ID as a filter. An unknown ID is not an error: it matches no row. */
export const FilterDeviceId = Type.String({
  format: "typed-device-id",
  minLength: 1,
  maxLength: maxGivenIdLength,
  description:
    "Device ID as typed, in upper or lower case. The list is empty if no chair of the caller's outlets has this ID.",
});

export const uuidPattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
export const Uuid = Type.String({ pattern: uuidPattern, description: "UUID in lower case." });
export const GivenId = Type.String({
  minLength: 1,
  maxLength: maxGivenIdLength,
  description:
    "Opaque ID from an earlier response. If the caller may access no object with this ID, the response is a not-found code.",
});

/** Selects outlets of the caller: those listed in `areaId`, by default all, without those listed in `exceptAreaId`. */
export const ChosenOutlets = {
  areaId: Type.Optional(Repeated(GivenId)),
  exceptAreaId: Type.Optional(
    Type.Array(GivenId, {
      maxItems: 100,
      description:
        "IDs of outlets to exclude. Without `areaId`, all other outlets of the caller are selected.",
    }),
  ),
};

export const instantPattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";
export const Instant = Type.String({
  pattern: instantPattern,
  description: "Instant in ISO 8601, UTC, with milliseconds.",
});
export const CalendarDate = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  description: "Calendar date YYYY-MM-DD in the time zone of the headers Time-Zone and Timezone-Offset.",
});

export const CurrencyField = OneOf(currencies, "ISO 4217 code of the amounts in the same object.");

export const Amount = Type.Integer({
  minimum: 0,
  maximum: maxAmountMinor,
  description: "Amount in minor units. Every supported currency has two decimals, including IDR.",
});
export const SignedAmount = Type.Integer({
  minimum: -1_000_000_000_000_000,
  maximum: 1_000_000_000_000_000,
  description: "Amount in minor units after refunds; may be negative.",
});
export const Count = Type.Integer({ minimum: 0, description: "Number of objects." });

export const Gear = Type.Integer({
  minimum: 1,
  maximum: 99,
  description: "Gear (intensity of the massage), from 1.",
});
export const Minutes = Type.Integer({ minimum: 0, maximum: 600, description: "Duration in minutes." });

/**
 * An hour of a day, counted from midnight. A clock change repeats or skips an hour of the clock, but each counted hour
 * of the day has its own number.
 */
export const HourOfDay = Type.Integer({
  minimum: 0,
  maximum: 24,
  description:
    "Hour of the day, counted from 0; requires equal `startDate` and `endDate`. 14 is 14:00 to 15:00 in the caller's " +
    "time zone. Hours are counted from midnight, so the last hour of a day with a clock change is 22 or 24.",
});

/** Request fields of a list that can be sorted. */
export const SortFields = <const V extends readonly string[]>(columns: V, description: string) => ({
  sort: Type.Optional(OneOf(columns, description)),
  order: Type.Optional(
    OneOf(["asc", "desc"], "Direction of the sort; descending by default. Ignored without `sort`."),
  ),
});

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: "Maximum rows per page, 1 to 100.",
});
/** Request fields of a list that is returned in pages. */
export const PageFields = {
  limit: Type.Optional(Limit),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "`nextCursor` of the previous page." }),
  ),
};

/** One row per currency. */
export const PerCurrency = <S extends TSchema>(row: S, description?: string) =>
  Type.Array(row, { maxItems: currencies.length, ...(description !== undefined && { description }) });

const nextCursor = Nullable(Type.String(), "`cursor` of the next page; null on the last page.");
const pageOf = <S extends TSchema>(item: S) => ({ items: Type.Array(item), nextCursor });

/** Fields of the response beside the rows of a page that are not named `items`. */
export const NextPage = {
  nextCursor,
  total: { ...Count, description: "Number of rows of the whole filter." },
};

export const Page = <S extends TSchema>(item: S) => Type.Object({ items: Type.Array(item), ...NextPage });

/** A page of a list for which the server does not count all rows. */
export const PageWithoutTotal = <S extends TSchema>(item: S) => Type.Object(pageOf(item));

/** An optional field with a default, so that the handler always receives a value. */
export const Defaulted = <S extends TSchema>(schema: S, value: NoInfer<Static<S>>): S =>
  Type.Optional({ ...schema, default: value });

/**
 * The fields of a request. Operations that write refuse unknown fields with code 400. Operations that read (see
 * `Endpoint.reads`) ignore unknown fields.
 */
export const Request = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
