import * as adverts from "./adverts.ts";
import * as alerts from "./alerts.ts";
import * as cashBoxes from "./cash-boxes.ts";
import * as coupons from "./coupons.ts";
import * as counterCash from "./counter-cash.ts";
import * as lateEntries from "./late-entries.ts";
import * as deviceCommands from "./device-commands.ts";
import * as deviceConfiguration from "./device-configuration.ts";
import * as devicePage from "./device-page.ts";
import * as devices from "./devices.ts";
import * as dictionary from "./dictionary.ts";
import type { Endpoint } from "./endpoint.ts";
import * as exports from "./exports.ts";
import * as feedback from "./feedback.ts";
import * as giftCoupons from "./gift-coupons.ts";
import * as launch from "./launch.ts";
import * as login from "./login.ts";
import * as notifications from "./notifications.ts";
import * as orderLists from "./order-lists.ts";
import * as orders from "./orders.ts";
import * as outletFigures from "./outlet-figures.ts";
import * as outletPositions from "./outlet-positions.ts";
import * as outlets from "./outlets.ts";
import * as refunds from "./refunds.ts";
import * as revenue from "./revenue.ts";
import * as uploads from "./uploads.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;

/** Every operation of the HTTP contract that answers in an envelope, planned ones included. */
export const endpoints: readonly Endpoint[] = [
  login,
  launch,
  dictionary,
  outlets,
  outletPositions,
  devices,
  deviceCommands,
  deviceConfiguration,
  devicePage,
  adverts,
  coupons,
  orders,
  orderLists,
  refunds,
  revenue,
  counterCash,
  lateEntries,
  outletFigures,
  alerts,
  cashBoxes,
  exports,
  feedback,
  giftCoupons,
  notifications,
  uploads,
].flatMap((module) => Object.values(module).filter(isEndpoint));
