/**
 * Result codes of an envelope's `code`, by name. A transport fault has its HTTP status as its code; every other outcome
 * is sent with HTTP status 200.
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
  /** `data: {retryAfterSeconds}` is the number of seconds until the next attempt is allowed. */
  tooManyTries: 20103,
  loginKeySpent: 20104,
  /** The current password in a change of password is wrong. */
  passwordWrong: 20105,
  /** The new password violates the rules of password-rules.ts. */
  passwordUnsuitable: 20106,
  /** The initial password was not replaced in time; the operator must set a new one. */
  passwordExpired: 20107,
  /** The new password is common, breached, or derived from the account's name. */
  passwordCommon: 20108,
  tokenExpired: 20109,
  /** The new password is the current one. */
  passwordUnchanged: 20110,
  deviceUnknown: 20201,
  deviceUnavailable: 20202,
  /**
   * `data: {endsAt}` is the expected end of the current massage, or null. `data` is null if a concurrent order took the
   * chair first.
   */
  deviceInUse: 20203,
  /** `data: {name}` is the name of the caller's account. */
  deviceOfOtherOutlet: 20204,
  priceListMissing: 20205,
  /** The price was replaced, or the amount differs from the one that the client showed: refetch the prices. */
  priceChanged: 20206,
  /** A manager took the chair out of service; `data: {reason}` is the text for customers. */
  deviceOutOfService: 20207,
  /** The operator disabled the chair, so a manager can neither return it to service nor take it out of service. */
  deviceDisabled: 20208,
  /** The chair had the maximum number of test runs in the last 24 hours. `data: {count}` is this maximum. */
  testRunLimit: 20209,
  orderNotFound: 20301,
  orderStatusForbids: 20302,
  idempotencyKeyReused: 20303,
  /** `data: {amount, currency}` is the amount that can still be refunded. */
  refundTooMuch: 20304,
  /** Another refund request of the order is pending. */
  refundUnderWay: 20305,
  /** The extension would exceed the maximum remaining time. `data: {minutes}` is this maximum. */
  extensionTooLong: 20306,
  /**
   * Too many unpaid orders of the customer, at the chair, or from the IP address. `data: {minutes, retryAfterSeconds}`
   * is the waiting time, rounded up.
   */
  unpaidOrders: 20307,
  /** The massage has started, so the order was not cancelled. */
  massageStarted: 20308,
  /** The extension would exceed the maximum length of a massage. `data: {minutes}` is this maximum. */
  massageTooLong: 20309,
  /** A bank has withdrawn the payment because of a dispute, so that nothing is left to refund. */
  paymentDisputed: 20310,
  /** An extension of the massage waits for its payment, and must be paid or cancelled first. `data: {orderId}` is its ID. */
  extensionUnpaid: 20311,
  /** The minutes of the order can no longer continue on another chair: they were used, refunded, or the time is over. */
  transferOver: 20312,
  /** The chair cannot continue the massage: it belongs to another outlet, has other prices, or is the failed chair. */
  transferElsewhere: 20313,
  couponUnknown: 20401,
  couponUsedUp: 20402,
  couponNotValidNow: 20403,
  couponNotValidHere: 20404,
  /** The coupon does not cover the price; `data: {amount, currency}` is the remaining amount. */
  couponNeedsPayment: 20405,
  /** The code of a cash coupon was sent as `couponCode`. */
  couponIsCash: 20406,
  /** The code of a coupon was sent as `cashCouponCode`. */
  couponIsNotCash: 20407,
  /**
   * Unpaid orders reserve the remaining uses; `data: {minutes, retryAfterSeconds}` is the time until one of them
   * expires.
   */
  couponReserved: 20408,
  paymentRefused: 20501,
  payMethodUnavailable: 20502,
  /** The amount due is below the minimum of every payment provider of the outlet. */
  amountTooSmall: 20503,
  outletNotFound: 20601,
  uploadRefused: 20602,
  /** The feedback does not exist or belongs to an outlet that the caller does not manage. */
  feedbackNotFound: 20603,
  /** `data: {most}` is the maximum number of feedback per order. */
  feedbackFull: 20604,
  /** Pictures and videos are accepted only for orders that were started with a coupon, or paid and not refunded. */
  mediaNeedsPaidOrder: 20605,
  /**
   * `data: {limit}` is the limit that was reached: `order`, `sender` (per day), `day` (all senders), or `unused` (files
   * that are not attached yet).
   */
  mediaQuota: 20606,
  /** The proposed position is the current position of the outlet. */
  positionUnchanged: 20607,
  /** Latitude and longitude are both 0, which devices without a position report. */
  positionImplausible: 20608,
  /** The order is unpaid, and the customer's feedback on it has no reply yet. */
  feedbackUnanswered: 20609,
  /**
   * The customer, or the IP address, has sent too much feedback on unpaid orders today. `data: {retryAfterSeconds}` is
   * the waiting time.
   */
  feedbackDailyLimit: 20610,
  /** The chair does not exist or belongs to an outlet that the caller does not manage. */
  chairNotOfOutlets: 20701,
  /** `data: {currency}` is the currency of the outlet. */
  collectionCurrency: 20702,
  /** The collection does not exist or belongs to an outlet that the caller does not manage. */
  collectionNotFound: 20703,
  /** The entry was already replaced by a newer one, or it voids a collection. */
  collectionCorrected: 20704,
  /** The chair has been moved to an outlet with another currency since the collection. */
  collectionMoved: 20705,
  alertNotFound: 20801,
  accountDisabled: 30107,
} as const;

export type ResultName = keyof typeof resultCodes;

/** Result codes that are sent with their own HTTP status instead of 200. */
export const transportFaults = {
  pathUnknown: 404,
  bodyTooLarge: 413,
  bodyTypeUnsupported: 415,
  rateLimited: 429,
  internal: 500,
  notReady: 503,
} as const satisfies Partial<Record<ResultName, number>>;

/**
 * Whether the result of a request with an idempotency key is stored, by result code.
 *
 * `final`: the server processed the request and stored its result. For 24 hours, a request with the same key returns
 * this result, so that a delayed copy of a refused request cannot start a massage. A new attempt needs a new key.
 *
 * `transient`: the server did not process the request, for a temporary reason or because of the session or the key. It
 * stored nothing, and the client may retry with the same key (after `data.retryAfterSeconds`, if present).
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
  testRunLimit: "final",
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
  massageStarted: "final",
  massageTooLong: "final",
  paymentDisputed: "final",
  extensionUnpaid: "final",
  transferOver: "final",
  transferElsewhere: "final",
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
  amountTooSmall: "final",
  outletNotFound: "final",
  uploadRefused: "final",
  feedbackNotFound: "final",
  feedbackFull: "final",
  feedbackUnanswered: "final",
  feedbackDailyLimit: "transient",
  mediaNeedsPaidOrder: "final",
  mediaQuota: "final",
  positionUnchanged: "final",
  positionImplausible: "final",
  chairNotOfOutlets: "final",
  collectionCurrency: "final",
  collectionNotFound: "final",
  alertNotFound: "final",
  collectionCorrected: "final",
  collectionMoved: "final",
  passwordUnsuitable: "final",
  passwordExpired: "transient",
  passwordCommon: "final",
  passwordUnchanged: "final",
  passwordWrong: "final",
  accountDisabled: "transient",
} as const satisfies Record<ResultName, "final" | "transient">;

/** Codes after which a client shows the message and logs out once (SES-3). */
export const sessionEndingCodes: readonly number[] = [
  resultCodes.tokenMissing,
  resultCodes.tokenExpired,
  resultCodes.accountDisabled,
];

/** Codes of a successful call (NET-2). */
export const successCodes: readonly number[] = [resultCodes.ok, resultCodes.okLegacy];
