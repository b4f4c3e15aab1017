import { randomUUID } from "node:crypto";

/**
 * Every operation of the published document, called by every kind of caller, with an ID of this outlet, of another one,
 * and of nothing at all. An operation that is missing from the table fails, and so does one that no longer exists.
 */
export const callers = ["anonymous", "guest", "manager", "viewer", "outsider"] as const;
export const targets = ["here", "there", "absent"] as const;
export type CallerName = (typeof callers)[number];
export type Target = (typeof targets)[number];

export interface Ids {
  readonly deviceId: string;
  readonly areaId: string;
  readonly orderId: string;
  readonly priceId: string;
  readonly feedbackId: string;
  readonly collectionId: string;
  readonly alertId: string;
}
type Codes = number | readonly [here: number, there: number, absent: number];
export interface Expected extends Readonly<Record<CallerName, Codes>> {
  readonly fields?: (ids: Ids) => Record<string, string>;
}

const everyone = (codes: Codes, fields?: Expected["fields"]): Expected => ({
  anonymous: codes,
  guest: codes,
  manager: codes,
  viewer: codes,
  outsider: codes,
  ...(fields && { fields }),
});
/** Figures of the caller's own outlets; the viewer lacks the permission. */
const ownFigures: Expected = { anonymous: 401, guest: 403, manager: 200, viewer: 403, outsider: 200 };
const ofAnOrder: Expected = {
  fields: ({ orderId }) => ({ orderId }),
  anonymous: 401,
  guest: [200, 20301, 20301],
  manager: [200, 20301, 20301],
  viewer: [200, 20301, 20301],
  outsider: [20301, 200, 20301],
};
/** Notes on an order: for managers who may see its outlet's orders. */
const onAnOrder: Expected = { ...ofAnOrder, viewer: 403 };
/** Of an outlet's managers who may see its orders. */
const ofAFeedback = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ feedbackId }) => ({ feedbackId, ...fields }),
  anonymous: 401,
  guest: 403,
  manager: [own, 20603, 20603],
  viewer: 403,
  outsider: [20603, own, 20603],
});
const ofAnOutletsOrder = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ orderId }) => ({ orderId, ...fields }),
  anonymous: 401,
  guest: 403,
  manager: [own, 20301, 20301],
  viewer: 403,
  outsider: [20301, own, 20301],
});
/** Figures of a range, of one outlet. */
const ofAnOutlet: Expected = {
  fields: ({ areaId }) => ({ areaId, range: "today" }),
  anonymous: 401,
  guest: 403,
  manager: [200, 20601, 20601],
  viewer: 403,
  outsider: [20601, 200, 20601],
};
/** Of the manager's own account: the request names no other. */
const ofTheManager = (codes: Codes, fields?: Expected["fields"]): Expected => ({
  ...everyone(codes, fields),
  anonymous: 401,
  guest: 403,
});
const byDay: Expected = { ...ownFigures, fields: () => ({ unit: "day" }) };
const device = ({ deviceId }: Ids) => ({ deviceId });
/** A chair, for managers of its outlet who may see its figures. */
const ofAChair: Expected = {
  fields: device,
  anonymous: 401,
  guest: 403,
  manager: [200, 20204, 20201],
  viewer: 403,
  outsider: [20204, 200, 20201],
};
const onlyArea = ({ areaId }: Ids) => ({ areaId });

export const operations: Record<string, Expected> = {
  guestLogin: everyone(200, device),
  publicKey: everyone(200),
  login: everyone(20104, () => ({ account: randomUUID(), password: "AAAA", keyId: "none" })),
  logout: { ...everyone(200), anonymous: 401 },
  changePassword: {
    ...everyone(20104, () => ({ currentPassword: "AAAA", newPassword: "AAAA", keyId: "none" })),
    anonymous: 401,
    guest: 403,
  },
  loginInfo: { ...everyone(200), anonymous: 401 },
  dictionary: everyone(200),
  resultMessage: everyone(200, () => ({ code: "20101" })),
  launch: { ...everyone(200), anonymous: 401 },
  outletList: { ...everyone(200), anonymous: 401, guest: 403 },
  proposePosition: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, latitude: "14.6", longitude: "121" }),
  },
  positionProposal: { ...ofAnOutlet, fields: onlyArea, viewer: [200, 20601, 20601] },
  deviceList: {
    fields: onlyArea,
    anonymous: 401,
    guest: 403,
    manager: [200, 20601, 20601],
    viewer: 403,
    outsider: [20601, 200, 20601],
  },
  // The chair there is in use by another customer.
  deviceStatus: {
    fields: device,
    anonymous: 401,
    guest: [200, 20203, 20201],
    manager: [200, 20204, 20201],
    viewer: [200, 20204, 20201],
    outsider: [20204, 200, 20201],
  },
  changeService: { ...ofAChair, fields: ({ deviceId }) => ({ deviceId, inService: "true" }) },
  identifyDevice: ofAChair,
  identification: ofAChair,
  // The chair there is in use by another customer.
  startTestRun: { ...ofAChair, outsider: [20204, 20203, 20201] },
  testRun: ofAChair,
  deviceConfiguration: ofAChair,
  setDeviceVolume: { ...ofAChair, fields: ({ deviceId }) => ({ deviceId, volume: "30" }) },
  devicePage: ofAChair,
  deviceTimeline: ofAChair,
  publicDevice: everyone([200, 200, 20201], device),
  priceGroup: { ...everyone([200, 200, 20201], device), anonymous: 401 },
  adverts: everyone(200, device),
  activate: {
    fields: ({ deviceId, priceId }) => ({ deviceId, priceId, payType: "coupon", couponCode: "NO-SUCH-CODE" }),
    anonymous: 401,
    guest: [20401, 20203, 20201],
    manager: [20401, 20204, 20201],
    viewer: [20401, 20204, 20201],
    outsider: [20204, 20203, 20201],
  },
  couponPrices: {
    fields: ({ deviceId }) => ({ deviceId, couponCode: "NO-SUCH-CODE" }),
    anonymous: 401,
    guest: [20401, 20401, 20201],
    manager: [20401, 20204, 20201],
    viewer: [20401, 20204, 20201],
    outsider: [20204, 20401, 20201],
  },
  getOrder: ofAnOrder,
  orderDetail: ofAnOrder,
  orderExport: { ...ofAnOutlet, fields: ({ areaId }) => ({ areaId, format: "csv" }) },
  areaExport: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, format: "csv", range: "thisYear", rows: "devices" }),
  },
  exportLink: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ operation: "orderExport", query: `format=csv&areaId=${areaId}` }),
  },
  orderList: { ...ofAnOutlet, fields: onlyArea },
  // Of the caller only: the request names nothing.
  ownOrders: { anonymous: 401, guest: 200, manager: 403, viewer: 403, outsider: 403 },
  // Nothing runs: callers who may see the order get that answer, all others that it does not exist.
  extend: {
    ...ofAnOrder,
    fields: ({ orderId, priceId }) => ({ orderId, priceId, payType: "coupon", couponCode: "NO-SUCH-CODE" }),
    guest: [20302, 20301, 20301],
    manager: [20302, 20301, 20301],
    viewer: [20302, 20301, 20301],
    outsider: [20301, 20302, 20301],
  },
  stop: ofAnOrder,
  refundRequests: ofAnOutletsOrder({}),
  // It has not received money yet.
  requestRefund: ofAnOutletsOrder({ reason: "It was cold" }, 20302),
  incomeToday: ownFigures,
  incomeOverview: ownFigures,
  otherSummary: ownFigures,
  appStatistics: ownFigures,
  incomeComparison: ownFigures,
  incomeLineChartRealTime: ownFigures,
  incomeLineChartSevenDays: byDay,
  ordersBarChartSevenDays: byDay,
  incomeDetailByArea: ofAnOutlet,
  areaReport: ofAnOutlet,
  incomeEntries: ofAnOutlet,
  counterCash: ofAnOutlet,
  lateEntries: ofAnOutlet,
  outletFigures: { ...ofAnOutlet, fields: onlyArea },
  alertList: { ...ofAnOutlet, fields: onlyArea },
  snoozeAlert: {
    fields: ({ alertId }) => ({ alertId, until: "hour" }),
    anonymous: 401,
    guest: 403,
    manager: [200, 20801, 20801],
    viewer: 403,
    outsider: [20801, 200, 20801],
  },
  cashBoxes: { ...ofAnOutlet, fields: onlyArea },
  collectionList: ofAnOutlet,
  collectionDifferences: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, range: "today", by: "devices" }),
  },
  collectionExport: {
    ...ofAnOutlet,
    fields: ({ areaId }) => ({ areaId, format: "csv", rows: "collections" }),
  },
  recordCollection: {
    fields: ({ deviceId }) => ({
      collectionId: randomUUID(),
      deviceId,
      counted: "100",
      currency: "PHP",
      collectedAt: new Date().toISOString(),
    }),
    anonymous: 401,
    guest: 403,
    manager: [200, 20701, 20701],
    viewer: 403,
    outsider: [20701, 200, 20701],
  },
  correctCollection: {
    fields: ({ collectionId }) => ({
      collectionId: randomUUID(),
      correctsId: collectionId,
      counted: "1",
      note: "x",
    }),
    anonymous: 401,
    guest: 403,
    manager: [200, 20703, 20703],
    viewer: 403,
    outsider: [20703, 200, 20703],
  },
  // Only the manager who recorded a collection adds its photo; these were recorded by others.
  addCollectionPhoto: {
    fields: ({ collectionId }) => ({ collectionId, key: "collections/20261121/none/box.jpg" }),
    anonymous: 401,
    guest: 403,
    manager: 20703,
    viewer: 403,
    outsider: 20703,
  },
  collectionPhoto: {
    fields: ({ collectionId }) => ({ collectionId }),
    anonymous: 401,
    guest: 403,
    manager: [200, 20703, 20703],
    viewer: 403,
    outsider: [20703, 200, 20703],
  },
  voidCollection: {
    fields: ({ deviceId, collectionId }) => ({
      collectionId: randomUUID(),
      correctsId: collectionId,
      deviceId,
      note: "x",
    }),
    anonymous: 401,
    guest: 403,
    manager: [400, 20703, 20703],
    viewer: 403,
    outsider: [20703, 400, 20703],
  },
  getPolicy: { ...everyone(200), guest: 20605, anonymous: 401 },
  // Only the caller's own files: all others are reported as missing.
  uploadState: { ...everyone(200, () => ({ key: "default/20261121/none/chair.jpg" })), anonymous: 401 },
  feedbackInsert: {
    ...onAnOrder,
    fields: ({ orderId }) => ({ orderId, problem: "The chair did not start", abnormal: "" }),
  },
  feedbackOfOrder: onAnOrder,
  feedbackList: {
    fields: onlyArea,
    anonymous: 401,
    guest: 403,
    manager: [200, 20601, 20601],
    viewer: 403,
    outsider: [20601, 200, 20601],
  },
  giftCoupons: { ...ofAnOutlet, fields: onlyArea },
  feedbackDetail: ofAFeedback({}),
  feedbackLook: ofAFeedback({}),
  feedbackAnswer: ofAFeedback({ answer: "We are sorry" }),
  // It has not been answered yet.
  notificationSettings: ofTheManager(200),
  saveNotificationSettings: {
    ...ofAnOutlet,
    viewer: [200, 20601, 20601],
    fields: ({ areaId }) => ({ mutedAreaId: areaId }),
  },
  // Not an address of a push service.
  subscribePush: ofTheManager(400, () => ({
    endpoint: "https://127.0.0.1/push",
    p256dh: "AAAA",
    auth: "AAAA",
    vapidPublicKey: "AAAA",
  })),
  unsubscribePush: ofTheManager(200, () => ({ endpoint: "https://push.example.com/none" })),
  sendTestNotification: ofTheManager(200),
  feedbackClose: ofAFeedback({ outcome: "explained" }, 20302),
  liveEvents: { ...everyone(200), anonymous: 401 },
  healthLive: everyone(200),
  healthReady: everyone(200),
};
