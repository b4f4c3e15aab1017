import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "./exports.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  Cursor,
  Defaulted,
  GivenId,
  Instant,
  Limit,
  OneOf,
  Page,
  Request,
  SignedAmount,
} from "#fields.ts";
import { ReportOrder } from "./report-order.ts";
import { ReportRange } from "./report-range.ts";

export { reportRanges } from "./report-range.ts";

const Sums = { online: SignedAmount, cash: SignedAmount, total: SignedAmount };
const CurrencySums = Type.Object({ currency: CurrencyField, ...Sums });
export const PeriodSums = Type.Object(Sums);

const AsOf = { asOf: Instant };

export const IncomeToday = Type.Object({ ...AsOf, totals: Type.Array(CurrencySums) });
export const IncomeOverview = Type.Object({
  ...AsOf,
  totals: Type.Array(
    Type.Object({
      currency: CurrencyField,
      today: PeriodSums,
      yesterday: PeriodSums,
      thisMonth: PeriodSums,
      thisYear: PeriodSums,
    }),
  ),
});
export const OtherSummary = Type.Object({
  ...AsOf,
  orders: Type.Object({ normal: Count, abnormal: Count, unpaid: Count }),
  outlets: Count,
  devices: Type.Object({ total: Count, abnormal: Count, online: Count, inUse: Count }),
});

/** A part of a day, cut at the same time of day as now, so that it may be held against today. */
const SoFar = Type.Object({ from: Instant, to: Instant, ...Sums });

const statistics = "/web/api/v1/statistics";

export const incomeToday = endpoint({
  name: "incomeToday",
  method: "GET",
  path: `${statistics}/h5/incomeToday`,
  access: "home",
  summary: "Income of today, a row a currency of the caller's outlets.",
  request: null,
  reply: IncomeToday,
  codes: [],
});

export const incomeOverview = endpoint({
  name: "incomeOverview",
  method: "GET",
  path: `${statistics}/h5/incomeOverview`,
  access: "home",
  summary: "Income of today, yesterday, this month and this year, a row a currency.",
  request: null,
  reply: IncomeOverview,
  codes: [],
});

export const otherSummary = endpoint({
  name: "otherSummary",
  method: "GET",
  path: `${statistics}/h5/otherSummary`,
  access: "home",
  summary: "Order counts of today by order time, outlets, and devices as of now.",
  request: null,
  reply: OtherSummary,
  codes: [],
});

export const appStatistics = endpoint({
  name: "appStatistics",
  method: "GET",
  path: `${statistics}/appStatistics`,
  access: "home",
  summary: "incomeOverview and otherSummary in one answer, read at one instant.",
  request: null,
  reply: Type.Object({ ...IncomeOverview.properties, ...OtherSummary.properties }),
  codes: [],
});

export const incomeComparison = endpoint({
  name: "incomeComparison",
  method: "GET",
  path: `${statistics}/h5/incomeComparison`,
  access: "home",
  summary:
    "Income of today until now, compared with yesterday and the same weekday last week until the same time of day.",
  request: null,
  reply: Type.Object({
    ...AsOf,
    totals: Type.Array(
      Type.Object({ currency: CurrencyField, today: SoFar, yesterday: SoFar, lastWeek: SoFar }),
    ),
  }),
  codes: [],
});

const Unit = OneOf(["day", "hour"], "Width of a point.");
const IncomePoints = Type.Object({
  from: Instant,
  to: Instant,
  unit: Unit,
  series: Type.Array(
    Type.Object({
      currency: CurrencyField,
      points: Type.Array(Type.Object({ at: Instant, online: SignedAmount, cash: SignedAmount })),
    }),
  ),
});

export const incomeLineChartRealTime = endpoint({
  name: "incomeLineChartRealTime",
  method: "GET",
  path: `${statistics}/h5/incomeLineChartRealTime`,
  access: "home",
  carriesEventId: true,
  summary: "Today by hour, 24 points a currency; 23 or 25 on a day when clocks change in the account's zone.",
  request: null,
  reply: IncomePoints,
  codes: [],
});

export const incomeLineChartSevenDays = endpoint({
  name: "incomeLineChartSevenDays",
  method: "GET",
  path: `${statistics}/h5/incomeLineChartSevenDays`,
  access: "home",
  carriesEventId: true,
  summary:
    "The seven calendar days that end today: 7 or 168 points a currency, an hour more or less with the clocks.",
  request: Request({ unit: Defaulted(Unit, "day") }),
  reply: IncomePoints,
  codes: [],
});

export const ordersBarChartSevenDays = endpoint({
  name: "ordersBarChartSevenDays",
  method: "GET",
  path: `${statistics}/h5/ordersBarChartSevenDays`,
  access: "home",
  carriesEventId: true,
  summary: "Orders of the seven calendar days that end today, by channel.",
  request: Request({ unit: Defaulted(Unit, "day") }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    unit: Unit,
    points: Type.Array(Type.Object({ at: Instant, online: Count, cash: Count, free: Count })),
  }),
  codes: [],
});

/**
 * `orders` are the normal ones (HOME-2) whose order time lies in the range. An outlet works in one currency; should
 * money of another have come in, that is a further row of the outlet, without orders, so that rows add up to totals.
 */
const AreaReport = Type.Object({
  areaId: Type.String(),
  areaName: Type.String(),
  currency: CurrencyField,
  ...Sums,
  orders: Count,
  devices: Type.Integer({ minimum: 0, description: "Chairs that stand there now, disabled ones too." }),
  averagePerDevice: Type.Integer({
    description: "`total` by `devices` in minor units, rounded half up; 0 where no chair stands.",
  }),
  ordersPerDevice: Type.Number({ description: "Two decimals, rounded half up; devices as of now." }),
});

export const incomeDetailByArea = endpoint({
  name: "incomeDetailByArea",
  method: "GET",
  path: `${statistics}/h5/incomeDetailByArea`,
  access: "details",
  carriesEventId: true,
  summary: "Income, orders and averages of each outlet over a range.",
  request: Request({ ...ReportRange, ...ChosenOutlets }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: Type.Array(CurrencySums),
    areas: Type.Array(AreaReport),
  }),
  codes: ["outletNotFound"],
});

export const areaReport = endpoint({
  name: "areaReport",
  method: "GET",
  path: "/web/api/v1/area/appReport",
  access: "details",
  carriesEventId: true,
  summary:
    "One outlet over a range, and every device: those that stand there, and those that earned there then.",
  request: Request({
    ...ReportRange,
    areaId: GivenId,
    currency: Type.Optional(CurrencyField),
  }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: Type.Array(CurrencySums, {
      description:
        "The outlet's own currency, then any other that it took money in; those are asked for by name.",
    }),
    area: AreaReport,
    devices: Type.Array(Type.Object({ deviceId: Type.String(), ...Sums, orders: Count })),
  }),
  codes: ["outletNotFound"],
});

export const entrySources = ["payment", "counter", "cashCoupon", "coin", "refund"] as const;

const CounterAccount = {
  ...GivenId,
  description:
    "Of movements of money only: counter cash that this account of `counterCash` took, and its returns.",
};

/** One movement of money: what every figure of income is a sum of. */
export const IncomeEntry = Type.Object({
  entryId: Type.String(),
  at: Instant,
  orderId: Type.String(),
  orderNumber: Type.String(),
  deviceId: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  channel: OneOf(["online", "cash"]),
  source: OneOf(entrySources, "What moved it; a refund is negative."),
  currency: CurrencyField,
  amount: SignedAmount,
});

export const incomeEntries = endpoint({
  name: "incomeEntries",
  method: "GET",
  path: `${statistics}/h5/incomeEntries`,
  access: "details",
  summary: "The money behind a figure of income, newest first; the rows add up to it.",
  request: Request({
    ...ReportRange,
    ...ChosenOutlets,
    deviceId: Type.Optional(GivenId),
    channel: Type.Optional(OneOf(["online", "cash"])),
    accountId: Type.Optional(CounterAccount),
    currency: Type.Optional(CurrencyField),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  }),
  reply: Page(IncomeEntry),
  codes: ["outletNotFound"],
});

export const areaExport = endpoint({
  name: "areaExport",
  method: "GET",
  path: "/web/api/v1/area/export",
  access: "details",
  summary:
    "The report of a range as a file: a row an outlet, a device, a movement of money, or an account that took counter cash.",
  request: Request({
    ...ReportRange,
    ...ChosenOutlets,
    deviceId: Type.Optional(GivenId),
    channel: Type.Optional(OneOf(["online", "cash"], "Of movements of money only.")),
    currency: Type.Optional({ ...CurrencyField, description: "Of devices and movements of money only." }),
    accountId: Type.Optional(CounterAccount),
    rows: OneOf(
      ["outlets", "devices", "entries", "accounts"],
      "What a row is. `accounts`: counter cash by account, as counterCash answers it.",
    ),
    ...ReportOrder,
    format: ExportFormat,
    ticket: Type.Optional(ExportTicket),
  }),
  reply: Type.Null(),
  codes: ["outletNotFound", "tooManyTries"],
  answersFile: true,
});
