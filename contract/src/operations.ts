import type { Access, Permission } from "./permissions.ts";

/** What a caller must know to call an operation, without its schemas. */
export interface Operation {
  readonly method: "GET" | "POST";
  /**
   * Marks a POST operation as one that reads. Every GET operation reads. For operations that read, the server accepts
   * GET and POST and ignores unknown fields. For operations that write, the server accepts only POST and refuses
   * unknown fields.
   */
  readonly reads?: true;
  /** Path relative to `<origin>/api`. */
  readonly path: string;
  readonly access: Access;
  /** Permission that a manager needs in addition to `access`; a customer needs none. */
  readonly managerPermission?: Permission;
  /** Accepts an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** JSON types of the envelope's `data` after success; by default an object (NET-2). */
  readonly data?: readonly JsonType[];
}
export type JsonType = "object" | "array" | "string" | "null";

/**
 * Every operation of the HTTP contract, in the order of the files that declare their schemas. The browser imports this
 * list and the types of the schemas, because the schema library is too large for it.
 */
export const operations = {
  // sessions/login
  guestLogin: { method: "POST", path: "/web/api/v1/login/guest", access: "anyone" },
  publicKey: { method: "GET", path: "/web/api/v1/login/public-key", access: "anyone" },
  login: { method: "POST", path: "/web/api/v1/login/login", access: "anyone" },
  changePassword: { method: "POST", path: "/web/api/v1/login/password", access: "manager", data: ["null"] },
  logout: { method: "POST", path: "/web/api/v1/login/logout", access: "token", data: ["null"] },
  loginInfo: { method: "GET", path: "/web/api/v1/login/info", access: "token", data: ["object", "null"] },
  loginDevices: { method: "GET", path: "/web/api/v1/login/devices", access: "manager", data: ["array"] },

  // text/dictionary
  resultMessage: { method: "GET", path: "/web/api/v1/dict/message", access: "anyone" },
  dictionary: { method: "GET", path: "/web/api/v1/dict/cache-value", access: "anyone" },

  // outlets/outlets
  outletList: { method: "GET", path: "/web/api/v1/area/list", access: "manager", data: ["array"] },
  outletFigures: { method: "GET", path: "/web/api/v1/statistics/h5/outletFigures", access: "home" },

  // outlets/outlet-positions
  proposePosition: { method: "POST", path: "/web/api/v1/area/propose-position", access: "details" },
  positionProposal: {
    method: "GET",
    path: "/web/api/v1/area/position-proposal",
    access: "manager",
    data: ["object", "null"],
  },

  // devices/devices
  deviceList: { method: "GET", path: "/web/api/v1/device/list", access: "home" },
  deviceStatus: {
    method: "POST",
    reads: true,
    path: "/web/api/v1/data-centre/device-status",
    access: "token",
    data: ["string", "null"],
  },
  priceGroup: {
    method: "POST",
    reads: true,
    path: "/web/api/v1/data-centre/price-group",
    access: "token",
    data: ["string"],
  },
  publicDevice: { method: "GET", path: "/web/api/v1/data-centre/device", access: "anyone" },
  changeService: { method: "POST", path: "/web/api/v1/device/service", access: "service" },

  // devices/device-commands
  identifyDevice: { method: "POST", path: "/web/api/v1/device/identify", access: "service" },
  identification: {
    method: "GET",
    path: "/web/api/v1/device/identification",
    access: "service",
    data: ["object", "null"],
  },
  startTestRun: { method: "POST", path: "/web/api/v1/device/start-test-run", access: "service" },
  stopTestRun: {
    method: "POST",
    path: "/web/api/v1/device/stop-test-run",
    access: "service",
    data: ["object", "null"],
  },
  testRun: {
    method: "GET",
    path: "/web/api/v1/device/test-run",
    access: "service",
    data: ["object", "null"],
  },

  // devices/device-configuration
  deviceConfiguration: { method: "GET", path: "/web/api/v1/device/configuration", access: "home" },
  setDeviceVolume: { method: "POST", path: "/web/api/v1/device/volume", access: "service" },

  // devices/device-page
  devicePage: { method: "GET", path: "/web/api/v1/device/page", access: "home" },
  deviceTimeline: { method: "GET", path: "/web/api/v1/device/timeline", access: "details" },

  // outlets/adverts
  adverts: { method: "GET", path: "/web/api/v1/data-centre/advert", access: "anyone", data: ["array"] },

  // orders/coupons
  couponPrices: {
    method: "POST",
    path: "/web/api/v1/data-centre/coupon-prices",
    access: "token",
    managerPermission: "start",
    data: ["array"],
  },

  // orders/orders
  activate: {
    method: "POST",
    path: "/web/api/v1/data-centre/activate",
    access: "token",
    managerPermission: "start",
    idempotent: true,
  },
  extend: {
    method: "POST",
    path: "/web/api/v1/data-centre/extend",
    access: "token",
    managerPermission: "start",
    idempotent: true,
  },
  getOrder: { method: "POST", reads: true, path: "/web/api/v1/data-centre/get-order", access: "token" },
  stop: {
    method: "POST",
    path: "/web/api/v1/data-centre/stop",
    access: "token",
    managerPermission: "stop",
    idempotent: true,
  },
  orderDetail: { method: "GET", path: "/web/api/v1/order", access: "token" },

  // orders/transfers
  transferOrder: {
    method: "POST",
    path: "/web/api/v1/order/transfer",
    access: "token",
    managerPermission: "start",
    idempotent: true,
  },
  declineTransfer: {
    method: "POST",
    path: "/web/api/v1/order/decline-transfer",
    access: "token",
    managerPermission: "refund",
  },

  // orders/order-lists
  ownOrders: { method: "GET", path: "/web/api/v1/order/own", access: "token" },
  orderList: { method: "GET", path: "/web/api/v1/order/orderH5", access: "details" },
  orderExport: {
    method: "GET",
    path: "/web/api/v1/order/export",
    access: "details",
    managerPermission: "export",
    data: ["null"],
  },

  // orders/refunds
  refundRequests: { method: "GET", path: "/web/api/v1/order/refund-requests", access: "details" },
  requestRefund: {
    method: "POST",
    path: "/web/api/v1/order/refund-request",
    access: "details",
    managerPermission: "refund",
    idempotent: true,
  },

  // revenue/revenue
  incomeToday: { method: "GET", path: "/web/api/v1/statistics/h5/incomeToday", access: "home" },
  incomeOverview: { method: "GET", path: "/web/api/v1/statistics/h5/incomeOverview", access: "home" },
  otherSummary: { method: "GET", path: "/web/api/v1/statistics/h5/otherSummary", access: "home" },
  appStatistics: { method: "GET", path: "/web/api/v1/statistics/appStatistics", access: "home" },
  incomeLineChartRealTime: {
    method: "GET",
    path: "/web/api/v1/statistics/h5/incomeLineChartRealTime",
    access: "home",
  },
  incomeLineChartSevenDays: {
    method: "GET",
    path: "/web/api/v1/statistics/h5/incomeLineChartSevenDays",
    access: "home",
  },
  ordersBarChartSevenDays: {
    method: "GET",
    path: "/web/api/v1/statistics/h5/ordersBarChartSevenDays",
    access: "home",
  },
  incomeDetailByArea: {
    method: "GET",
    path: "/web/api/v1/statistics/h5/incomeDetailByArea",
    access: "details",
  },
  areaReport: { method: "GET", path: "/web/api/v1/area/appReport", access: "details" },
  incomeEntries: { method: "GET", path: "/web/api/v1/statistics/h5/incomeEntries", access: "details" },
  areaExport: {
    method: "GET",
    path: "/web/api/v1/area/export",
    access: "details",
    managerPermission: "export",
    data: ["null"],
  },

  // revenue/income-chart
  incomeChart: { method: "GET", path: "/web/api/v1/statistics/h5/incomeChart", access: "home" },
  orderChart: { method: "GET", path: "/web/api/v1/statistics/h5/orderChart", access: "home" },
  ranking: { method: "GET", path: "/web/api/v1/statistics/h5/ranking", access: "home" },

  // orders/counter-cash
  counterCash: { method: "GET", path: "/web/api/v1/statistics/h5/counterCash", access: "details" },

  // revenue/late-entries
  lateEntries: { method: "GET", path: "/web/api/v1/statistics/h5/lateEntries", access: "details" },

  // alerts/alerts
  alertList: { method: "GET", path: "/web/api/v1/alerts", access: "home" },
  snoozeAlert: { method: "POST", path: "/web/api/v1/alerts/snooze", access: "home" },

  // revenue/cash-boxes
  cashBoxes: { method: "GET", path: "/web/api/v1/cash-box/list", access: "cash" },
  outletCash: { method: "GET", path: "/web/api/v1/cash-box/outlets", access: "cash" },
  recordCollection: { method: "POST", path: "/web/api/v1/cash-box/collect", access: "cash" },
  addCollectionPhoto: { method: "POST", path: "/web/api/v1/cash-box/photo/add", access: "cash" },
  collectionPhoto: { method: "GET", path: "/web/api/v1/cash-box/photo", access: "cash" },
  correctCollection: { method: "POST", path: "/web/api/v1/cash-box/correct", access: "cash" },
  voidCollection: { method: "POST", path: "/web/api/v1/cash-box/void", access: "cash" },
  collectionList: { method: "GET", path: "/web/api/v1/cash-box/collections", access: "cash" },
  collectionDifferences: { method: "GET", path: "/web/api/v1/cash-box/differences", access: "cash" },
  collectionExport: {
    method: "GET",
    path: "/web/api/v1/cash-box/export",
    access: "cash",
    managerPermission: "export",
    data: ["null"],
  },

  // revenue/exports
  exportLink: {
    method: "POST",
    path: "/web/api/v1/export/link",
    access: "manager",
    managerPermission: "export",
  },

  // feedback/feedback
  feedbackInsert: {
    method: "POST",
    path: "/web/api/v1/order-feedback/insert",
    access: "token",
    idempotent: true,
  },
  feedbackOfOrder: { method: "GET", path: "/web/api/v1/order-feedback", access: "token", data: ["array"] },
  feedbackList: { method: "GET", path: "/web/api/v1/order-feedback/list", access: "details" },
  feedbackDetail: { method: "GET", path: "/web/api/v1/order-feedback/detail", access: "details" },
  feedbackLook: { method: "POST", path: "/web/api/v1/order-feedback/look", access: "details" },
  feedbackAnswer: {
    method: "POST",
    path: "/web/api/v1/order-feedback/answer",
    access: "details",
    idempotent: true,
  },
  feedbackClose: { method: "POST", path: "/web/api/v1/order-feedback/close", access: "details" },

  // orders/gift-coupons
  giftCoupons: { method: "GET", path: "/web/api/v1/order-feedback/coupons", access: "details" },

  // alerts/notifications
  notificationSettings: { method: "GET", path: "/web/api/v1/notification/settings", access: "manager" },
  saveNotificationSettings: { method: "POST", path: "/web/api/v1/notification/save", access: "manager" },
  subscribePush: {
    method: "POST",
    path: "/web/api/v1/notification/subscribe",
    access: "manager",
    data: ["null"],
  },
  unsubscribePush: {
    method: "POST",
    path: "/web/api/v1/notification/unsubscribe",
    access: "manager",
    data: ["null"],
  },
  sendTestNotification: { method: "POST", path: "/web/api/v1/notification/test", access: "manager" },

  // search/search
  search: { method: "GET", path: "/web/api/v1/search", access: "home" },

  // feedback/uploads
  getPolicy: { method: "GET", path: "/web/api/v1/file/getPolicy", access: "token" },
  uploadState: { method: "GET", path: "/web/api/v1/file/state", access: "token" },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
