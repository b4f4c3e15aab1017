import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  Defaulted,
  Instant,
  Limit,
  Nullable,
  OneOf,
  PerCurrency,
  Request,
  SignedAmount,
} from "#fields.ts";
import { ReportRange } from "./report-range.ts";
import { rankingSorts } from "./report-values.ts";

/** Whole days: only they have an earlier range. */
const { hour: _hour, ...ChartRange } = ReportRange;

/** Days of two months, hours of seven days of which one has an additional hour, or months of ten years on both sides. */
const maxPoints = 20 * 12 + 1;

const ChartUnitField = OneOf(["hour", "day", "month"], "Interval of a point.");
export type ChartUnit = Static<typeof ChartUnitField>;

const ChartRequest = Request({
  ...ChartRange,
  interval: Type.Optional(
    OneOf(
      ["hour", "day"],
      "`hour` selects hours, for at most seven days. Otherwise, a day has hours, up to 62 days have days, and longer ranges have months.",
    ),
  ),
  ...ChosenOutlets,
});

/** The times of figures and of the earlier range with which they are compared. */
const ComparedTimes = {
  asOf: Instant,
  from: Instant,
  to: Instant,
  earlier: Type.Object(
    {
      from: Instant,
      to: Instant,
      until: {
        ...Instant,
        description:
          "End of the part that is compared: the same time as `asOf`, or `to` if the range is over.",
      },
    },
    {
      description:
        "The earlier range: the month or year before, the same weekday of the week before for a single day, otherwise as many days before.",
    },
  ),
};

export const incomeChart = endpoint("incomeChart", {
  summary: "Retrieves the income of a range by hour, day, or month, beside that of an earlier range.",
  request: ChartRequest,
  reply: Type.Object({
    ...ComparedTimes,
    unit: ChartUnitField,
    series: PerCurrency(
      Type.Object({
        currency: CurrencyField,
        points: Type.Array(
          Type.Object({
            at: Instant,
            online: SignedAmount,
            cash: SignedAmount,
            earlier: Nullable(
              SignedAmount,
              "Income of the corresponding part of the earlier range, of the day or month in progress until the same time; null if there is none.",
            ),
          }),
          { maxItems: maxPoints },
        ),
        earlierTotal: SignedAmount,
      }),
    ),
  }),
  codes: ["outletNotFound"],
});

export const orderChart = endpoint("orderChart", {
  summary: "Counts the normal orders of a range by hour, day, or month, beside those of an earlier range.",
  request: ChartRequest,
  reply: Type.Object({
    ...ComparedTimes,
    unit: ChartUnitField,
    points: Type.Array(
      Type.Object({
        at: Instant,
        online: Count,
        cash: Count,
        free: Count,
        earlier: Nullable(
          Count,
          "Orders of the corresponding part of the earlier range, of the day or month in progress until `earlier.until`; null if there is none.",
        ),
      }),
      { maxItems: maxPoints },
    ),
    earlierTotal: Count,
  }),
  codes: ["outletNotFound"],
});

const rankingRow = {
  value: { ...SignedAmount, description: "Income of the range in minor units, or number of its orders." },
  earlier: { ...SignedAmount, description: "The same of the earlier range until `earlier.until`." },
};

export const ranking = endpoint("ranking", {
  summary: "Compares outlets or chairs by their income or normal orders of a range and of an earlier range.",
  request: Request({
    ...ChartRange,
    ...ChosenOutlets,
    measure: Defaulted(OneOf(["income", "orders"]), "income"),
    by: Defaulted(OneOf(["outlets", "devices"]), "outlets"),
    sort: Defaulted(
      OneOf(rankingSorts, "Column by which rows are sorted; `change` is `value` minus `earlier`."),
      "value",
    ),
    order: Defaulted(OneOf(["asc", "desc"]), "desc"),
    limit: Type.Optional(Limit),
  }),
  reply: Type.Object({
    ...ComparedTimes,
    rankings: PerCurrency(
      Type.Object({
        currency: Nullable(CurrencyField, "Null for orders, which have a single ranking."),
        rows: Type.Array(
          Type.Object({
            areaId: Type.String(),
            areaName: Type.String(),
            deviceId: Nullable(
              Type.String(),
              "The chair, at the outlet where it earned the income; null for rows of outlets.",
            ),
            ...rankingRow,
          }),
          { maxItems: 100 },
        ),
        rest: Type.Object(
          { rows: Count, ...rankingRow },
          { description: "Sums of the rows beyond `limit`; `rows` is their number." },
        ),
      }),
    ),
  }),
  codes: ["outletNotFound"],
});
