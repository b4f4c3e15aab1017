import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  Instant,
  Nullable,
  OneOf,
  PerCurrency,
  Request,
  SignedAmount,
} from "#fields.ts";
import { ReportRange } from "./report-range.ts";

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

/** The times of a chart and of the earlier range with which it is compared. */
const ChartTimes = {
  asOf: Instant,
  from: Instant,
  to: Instant,
  unit: ChartUnitField,
  earlier: Type.Object(
    {
      from: Instant,
      to: Instant,
      until: {
        ...Instant,
        description:
          "End of the part that `earlierTotal` contains: the same time as `asOf`, or `to` if the range is over.",
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
    ...ChartTimes,
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
    ...ChartTimes,
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
