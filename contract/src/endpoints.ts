import * as adverts from "./outlets/adverts.ts";
import * as alerts from "./alerts/alerts.ts";
import * as cashBoxes from "./revenue/cash-boxes.ts";
import * as coupons from "./orders/coupons.ts";
import * as counterCash from "./orders/counter-cash.ts";
import * as lateEntries from "./revenue/late-entries.ts";
import * as deviceCommands from "./devices/device-commands.ts";
import * as deviceConfiguration from "./devices/device-configuration.ts";
import * as devicePage from "./devices/device-page.ts";
import * as devices from "./devices/devices.ts";
import * as dictionary from "./text/dictionary.ts";
import type { Endpoint } from "./endpoint.ts";
import { type OperationName, operations } from "./operations.ts";
import * as exports from "./revenue/exports.ts";
import * as feedback from "./feedback/feedback.ts";
import * as incomeChart from "./revenue/income-chart.ts";
import * as giftCoupons from "./orders/gift-coupons.ts";
import * as login from "./sessions/login.ts";
import * as notifications from "./alerts/notifications.ts";
import * as orderLists from "./orders/order-lists.ts";
import * as orders from "./orders/orders.ts";
import * as outletPositions from "./outlets/outlet-positions.ts";
import * as outlets from "./outlets/outlets.ts";
import * as refunds from "./orders/refunds.ts";
import * as revenue from "./revenue/revenue.ts";
import * as search from "./search/search.ts";
import * as transfers from "./orders/transfers.ts";
import * as uploads from "./feedback/uploads.ts";

const declarations = {
  ...login,
  ...dictionary,
  ...outlets,
  ...outletPositions,
  ...devices,
  ...deviceCommands,
  ...deviceConfiguration,
  ...devicePage,
  ...adverts,
  ...coupons,
  ...orders,
  ...incomeChart,
  ...transfers,
  ...orderLists,
  ...refunds,
  ...revenue,
  ...counterCash,
  ...lateEntries,
  ...alerts,
  ...cashBoxes,
  ...exports,
  ...feedback,
  ...giftCoupons,
  ...notifications,
  ...search,
  ...uploads,
} satisfies Record<OperationName, Endpoint>;

/** The declarations of all operations by name. Import only the type in the browser. */
export type Endpoints = Pick<typeof declarations, OperationName>;

const names = Object.keys(operations) as OperationName[];
/** All operations of the HTTP contract, including those that return a file and planned ones. */
export const endpoints: readonly Endpoint[] = names.map((name) => declarations[name]);
