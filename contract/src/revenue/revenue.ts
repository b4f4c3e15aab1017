import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "./exports.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  Defaulted,
  FilterDeviceId,
  GivenId,
  Instant,
  PageFields,
  Nullable,
  OneOf,
  Page,
  Request,
  SignedAmount,
  PerCurrency,
} from "#fields.ts";
import { Channel, CurrencySums, entrySources, PeriodSums, Sums } from "./income-sums.ts";
import { ReportOrder } from "./report-order.ts";
import { ReportRange } from "./report-range.ts";

/** Hours of seven days, of which one has an additional hour at a clock change. */
const maxPoints = 7 * 24 + 1;

const IncomeOverview = Type.Object({
  asOf: Instant,
  totals: PerCurrency(
    Type.Object({
      currency: CurrencyField,
      today: PeriodSums,
      yesterday: PeriodSums,
      thisMonth: PeriodSums,
      thisYear: PeriodSums,
    }),
  ),
});
const OtherSummary = Type.Object({
  asOf: Instant,
  orders: Type.Object({ normal: Count, abnormal: Count, unpaid: Count }),
  outlets: Count,
  devices: Type.Object(
    { total: Count, abnormal: Count, inUse: Count, idle: Count, online: Count },
    {
      description:
        "`abnormal` (offline, faulty, or disabled), `inUse`, and `idle` exclude each other and add up to `total`.",
    },
  ),
});

/** Income of a day from midnight until the current time of day, so that earlier days are comparable with today. */
const PartialDay = Type.Object({ from: Instant, to: Instant, ...Sums });

export const incomeToday = endpoint("incomeToday", {
  summary: "Retrieves today's income of the caller's outlets, one row per currency.",
  request: null,
  reply: Type.Object({ asOf: Instant, totals: PerCurrency(CurrencySums) }),
  codes: [],
});

export const incomeOverview = endpoint("incomeOverview", {
  summary: "Retrieves the income of today, yesterday, this month, and this year, one row per currency.",
  request: null,
  reply: IncomeOverview,
  codes: [],
});

export const otherSummary = endpoint("otherSummary", {
  summary:
    "Retrieves the counts of the orders placed today, the number of outlets, and the current device counts.",
  request: null,
  reply: OtherSummary,
  codes: [],
});

export const appStatistics = endpoint("appStatistics", {
  summary: "Retrieves incomeOverview and otherSummary in one response, read at the same instant.",
  request: null,
  reply: Type.Object({ ...IncomeOverview.properties, ...OtherSummary.properties }),
  codes: [],
});

/** The income of today until now, of yesterday, and of the same weekday last week. The earlier days end at the current time of day. */
export const IncomeComparison = Type.Object({
  asOf: Instant,
  totals: PerCurrency(
    Type.Object({
      currency: CurrencyField,
      today: PartialDay,
      yesterday: PartialDay,
      lastWeek: PartialDay,
    }),
  ),
});

const Unit = OneOf(["day", "hour"], "Interval of a point.");
const IncomePoints = Type.Object({
  from: Instant,
  to: Instant,
  unit: Unit,
  series: PerCurrency(
    Type.Object({
      currency: CurrencyField,
      points: Type.Array(Type.Object({ at: Instant, online: SignedAmount, cash: SignedAmount }), {
        maxItems: maxPoints,
      }),
    }),
  ),
});

export const incomeLineChartRealTime = endpoint("incomeLineChartRealTime", {
  summary:
    "Retrieves today's income by hour: 24 points per currency, or 23 or 25 if the clock changes today in the account's time zone.",
  request: null,
  reply: IncomePoints,
  codes: [],
});

export const incomeLineChartSevenDays = endpoint("incomeLineChartSevenDays", {
  summary:
    "Retrieves the income of the last seven calendar days, including today: 7 points per currency with the unit `day`, 168 with `hour` (167 or 169 in a week with a clock change).",
  request: Request({ unit: Defaulted(Unit, "day") }),
  reply: IncomePoints,
  codes: [],
});

export const ordersBarChartSevenDays = endpoint("ordersBarChartSevenDays", {
  summary: "Retrieves the orders of the last seven calendar days, including today, by channel.",
  request: Request({ unit: Defaulted(Unit, "day") }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    unit: Unit,
    points: Type.Array(Type.Object({ at: Instant, online: Count, cash: Count, free: Count }), {
      maxItems: maxPoints,
    }),
  }),
  codes: [],
});

/** Row of an outlet. Income in other currencies has separate rows with `orders` 0, so that rows add up to the totals. */
const AreaReport = Type.Object({
  areaId: Type.String(),
  areaName: Type.String(),
  currency: CurrencyField,
  ...Sums,
  orders: { ...Count, description: "Number of normal orders (HOME-2) with an order time in the range." },
  devices: { ...Count, description: "Number of currently assigned chairs, including disabled ones." },
  averagePerDevice: Type.Integer({
    description: "`total` divided by `devices`, in minor units, rounded half up; 0 without chairs.",
  }),
  ordersPerDevice: Type.Number({
    description: "`orders` divided by `devices`, with two decimals, rounded half up; 0 without chairs.",
  }),
});

export const incomeDetailByArea = endpoint("incomeDetailByArea", {
  summary: "Retrieves income, orders, and averages of each outlet over a range.",
  request: Request({ ...ReportRange, ...ChosenOutlets }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: PerCurrency(CurrencySums),
    areas: Type.Array(AreaReport),
  }),
  codes: ["outletNotFound"],
});

export const areaReport = endpoint("areaReport", {
  summary:
    "Retrieves the report of one outlet over a range. `devices` also lists chairs that have since moved elsewhere but had income or orders at the outlet in the range.",
  request: Request({ ...ReportRange, areaId: GivenId, currency: Type.Optional(CurrencyField) }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: PerCurrency(CurrencySums, "Totals per currency, the outlet's currency first."),
    area: AreaReport,
    devices: Type.Array(Type.Object({ deviceId: Type.String(), ...Sums, orders: Count }), {
      description:
        "Rows of the chairs, with amounts in the requested `currency`, by default the outlet's. `orders` is 0 for any other currency.",
    }),
  }),
  codes: ["outletNotFound"],
});

const CounterAccount = {
  ...GivenId,
  description:
    "`accountId` of a row of counterCash. Only ledger entries of the counter cash that this account received, including refunds, are returned. Ignored for other types of rows.",
};

export const IncomeEntry = Type.Object({
  entryId: Type.String(),
  at: Instant,
  orderId: Type.String(),
  orderNumber: Type.String(),
  deviceId: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  channel: Channel,
  source: OneOf(
    entrySources,
    "Source of the entry; refunds, disputed amounts, and fees of disputes are negative.",
  ),
  currency: CurrencyField,
  amount: SignedAmount,
  lateAt: Nullable(Instant, "Instant of recording if the month was already closed; otherwise null."),
});

const ReportedDevices = { ...ReportRange, ...ChosenOutlets, deviceId: Type.Optional(FilterDeviceId) };

export const incomeEntries = endpoint("incomeEntries", {
  summary:
    "Lists the ledger entries of an income figure, newest first; their sum equals the figure. Entries of disputes are listed only if `channel` selects them.",
  request: Request({
    ...ReportedDevices,
    channel: Type.Optional(Channel),
    accountId: Type.Optional(CounterAccount),
    currency: Type.Optional(CurrencyField),
    ...PageFields,
  }),
  reply: Page(IncomeEntry),
  codes: ["outletNotFound"],
});

export const areaExport = endpoint("areaExport", {
  summary:
    "Exports the report of a range as a file with one row per outlet, device, ledger entry, or account that received counter cash.",
  request: Request({
    ...ReportedDevices,
    channel: Type.Optional({ ...Channel, description: "Payment channel; applies to ledger entries only." }),
    currency: Type.Optional({
      ...CurrencyField,
      description: "Currency of the rows; applies to devices and ledger entries only.",
    }),
    accountId: Type.Optional(CounterAccount),
    rows: OneOf(
      ["outlets", "devices", "entries", "accounts"],
      "Type of the rows. `entries`: ledger entries. `accounts`: counter cash by account, as returned by counterCash.",
    ),
    ...ReportOrder,
    format: ExportFormat,
    ticket: Type.Optional(ExportTicket),
  }),
  reply: Type.Null(),
  codes: ["outletNotFound", "tooManyTries"],
  respondsWithFile: true,
});
