/**
 * Every result code that may stand in an envelope's `code`, by the name the code goes by in our source.
 * Transport faults use their HTTP status as the code; product outcomes travel as HTTP 200.
 */
export const resultCodes = {
  ok: 200,
  okLegacy: 1,
  invalidRequest: 400,
  tokenMissing: 401,
  permissionMissing: 403,
  pathUnknown: 404,
  bodyTooLarge: 413,
  bodyTypeUnsupported: 415,
  rateLimited: 429,
  internal: 500,
  notReady: 503,
  loginRefused: 20101,
  notOutletManager: 20102,
  /** `data: {retryAfterSeconds}` is how long to wait before the next try. */
  tooManyTries: 20103,
  loginKeySpent: 20104,
  /** The current password, given to change it, is wrong. */
  passwordWrong: 20105,
  /** The new password breaks the rules of password-rules.ts. */
  passwordUnsuitable: 20106,
  /** An initial password that was not replaced in time; the operator sets another one. */
  passwordExpired: 20107,
  /** The new password is common, breached, or derived from the account's name. */
  passwordCommon: 20108,
  tokenExpired: 20109,
  deviceUnknown: 20201,
  deviceUnavailable: 20202,
  /** `data: {endsAt}` is when its massage is expected to end, or null; `data` is null where another order was faster. */
  deviceInUse: 20203,
  /** `data: {name}` is the name of the account that asked. */
  deviceOfOtherOutlet: 20204,
  priceListMissing: 20205,
  /** The price was replaced, or what would be charged is not what the client showed: fetch the prices again. */
  priceChanged: 20206,
  /** A manager took the chair out of service; `data: {reason}` is the text for customers. */
  deviceOutOfService: 20207,
  /** The operator disabled the chair, so that a manager cannot return it to service. */
  deviceDisabled: 20208,
  orderNotFound: 20301,
  orderStatusForbids: 20302,
  idempotencyKeyReused: 20303,
  /** `data: {amount, currency}` is what is left to give back. */
  refundTooMuch: 20304,
  /** An open request waits for the operator already. */
  refundUnderWay: 20305,
  /** An extension would leave more time than allowed; `data: {minutes}` is the most that may be left. */
  extensionTooLong: 20306,
  /**
   * Too many orders that were not paid, of the customer, at the chair or from the address; `data: {minutes,
   * retryAfterSeconds}` is how long to wait, rounded up.
   */
  unpaidOrders: 20307,
  couponUnknown: 20401,
  couponUsedUp: 20402,
  couponNotValidNow: 20403,
  couponNotValidHere: 20404,
  /** The coupon only lowers the price; `data: {amount, currency}` is what is left to pay. */
  couponNeedsPayment: 20405,
  /** A cash coupon's code, offered as a coupon's. */
  couponIsCash: 20406,
  /** A coupon's code, offered as a cash coupon's. */
  couponIsNotCash: 20407,
  /** Unpaid orders hold the uses that are left; `data: {minutes, retryAfterSeconds}` is when one of them expires. */
  couponReserved: 20408,
  paymentRefused: 20501,
  payMethodUnavailable: 20502,
  outletNotFound: 20601,
  uploadRefused: 20602,
  /** Also: not of the caller's outlets. */
  feedbackNotFound: 20603,
  /** `data: {most}` is how much feedback an order takes. */
  feedbackFull: 20604,
  /** Pictures and videos are accepted for orders that were paid or started with a coupon. */
  mediaNeedsPaidOrder: 20605,
  /** `data: {limit}` is which one is reached: `order`, `sender` (a day), or `day` (everyone). */
  mediaQuota: 20606,
  /** The proposed position is the outlet's present one. */
  positionUnchanged: 20607,
  /** 0, 0: what devices without a position report. */
  positionImplausible: 20608,
  /** Also: no such chair. */
  chairNotOfOutlets: 20701,
  /** `data: {currency}` is the outlet's. */
  collectionCurrency: 20702,
  /** Also: not of the caller's outlets. */
  collectionNotFound: 20703,
  /** Another entry replaces it already. */
  collectionCorrected: 20704,
  alertNotFound: 20801,
  accountDisabled: 30107,
} as const;

export type ResultName = keyof typeof resultCodes;
export type ResultCode = (typeof resultCodes)[ResultName];

/** Names whose envelope travels with an HTTP status of its own instead of 200. */
export const transportFaults = {
  pathUnknown: 404,
  bodyTooLarge: 413,
  bodyTypeUnsupported: 415,
  rateLimited: 429,
  internal: 500,
  notReady: 503,
} as const satisfies Partial<Record<ResultName, number>>;

/**
 * What becomes of a failure under an idempotency key, decided for every code here and nowhere else.
 *
 * `final`: the request was judged. The same key gets the same answer for 24 hours, so a copy that the network delivers
 * late cannot start a massage that its customer was told was refused. Another attempt takes another key.
 *
 * `transient`: the request was not judged, for a reason that passes or that lies with the session or the key. Nothing
 * is stored, and the same request may be repeated with the same key (after `data.retryAfterSeconds`, where given).
 */
export const idempotentOutcomes = {
  ok: "final",
  okLegacy: "final",
  invalidRequest: "final",
  tokenMissing: "transient",
  permissionMissing: "final",
  pathUnknown: "transient",
  bodyTooLarge: "transient",
  bodyTypeUnsupported: "transient",
  rateLimited: "transient",
  internal: "transient",
  notReady: "transient",
  loginRefused: "final",
  notOutletManager: "final",
  tooManyTries: "transient",
  loginKeySpent: "transient",
  tokenExpired: "transient",
  deviceUnknown: "final",
  deviceUnavailable: "final",
  deviceOutOfService: "final",
  deviceDisabled: "final",
  deviceInUse: "final",
  deviceOfOtherOutlet: "final",
  priceListMissing: "final",
  priceChanged: "final",
  orderNotFound: "final",
  orderStatusForbids: "final",
  idempotencyKeyReused: "transient",
  refundTooMuch: "final",
  refundUnderWay: "final",
  extensionTooLong: "final",
  unpaidOrders: "transient",
  couponUnknown: "final",
  couponUsedUp: "final",
  couponNotValidNow: "final",
  couponNotValidHere: "final",
  couponNeedsPayment: "final",
  couponIsCash: "final",
  couponIsNotCash: "final",
  couponReserved: "transient",
  paymentRefused: "final",
  payMethodUnavailable: "final",
  outletNotFound: "final",
  uploadRefused: "final",
  feedbackNotFound: "final",
  feedbackFull: "final",
  mediaNeedsPaidOrder: "final",
  mediaQuota: "final",
  positionUnchanged: "final",
  positionImplausible: "final",
  chairNotOfOutlets: "final",
  collectionCurrency: "final",
  collectionNotFound: "final",
  alertNotFound: "final",
  collectionCorrected: "final",
  passwordUnsuitable: "final",
  passwordExpired: "transient",
  passwordCommon: "final",
  passwordWrong: "final",
  accountDisabled: "transient",
} as const satisfies Record<ResultName, "final" | "transient">;

/** Codes after which a client shows the message and logs out, once (SES-3). */
export const sessionEndingCodes: readonly number[] = [
  resultCodes.tokenMissing,
  resultCodes.tokenExpired,
  resultCodes.accountDisabled,
];

/** A call succeeded only with one of these in the body (NET-2). */
export const successCodes: readonly number[] = [resultCodes.ok, resultCodes.okLegacy];
