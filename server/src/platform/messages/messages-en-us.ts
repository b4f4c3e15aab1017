import { tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import type { ResultName } from "@reposo/contract/result-codes.ts";
import type { FieldProblem } from "#platform/http/product-error.ts";

export interface Messages {
  readonly results: Readonly<Record<ResultName, string>>;
  readonly fields: Readonly<Record<FieldProblem, string>>;
}

const unavailable = "Device unavailable, please scan another device";

export const messagesEnUs: Messages = {
  results: {
    ok: "Success",
    okLegacy: "Success",
    invalidRequest: "Invalid request",
    tokenMissing: "Please log in again",
    permissionMissing: "You don't have permission for this",
    pathUnknown: "Unable to find interface path",
    bodyTooLarge: "The request is too large",
    bodyTypeUnsupported: "This type of content is not supported",
    rateLimited: "Too many requests, please try again later",
    internal: "Something went wrong, please try again later",
    notReady: "The service is busy, starting up, or under maintenance, please try again in a moment",
    loginRefused: "User name does not exist or password is wrong",
    notOutletManager: "This account cannot be logged in here, enter the outlet manager's account",
    tooManyTries: "Too many attempts, please try again in {retryAfterSeconds} seconds",
    loginKeySpent: "The request has expired, please try again",
    passwordWrong: "The current password is wrong",
    passwordUnsuitable: "The password must have at least 8 characters and must not be too long",
    passwordExpired: "This initial password has expired, please ask the operator for a new one",
    passwordCommon: "This password is too easy to guess, please choose another one",
    passwordUnchanged: "The new password is the same as the current one, please choose another one",
    tokenExpired: `Your ${tokenExpiredPhrases.en_US}, please log in again`,
    deviceUnknown: "Unable to recognize device",
    deviceUnavailable: unavailable,
    deviceInUse: unavailable,
    deviceOutOfService: "This chair is out of service: {reason}",
    deviceDisabled: "The operator has disabled this chair",
    testRunLimit: "This chair had {count} free test runs in the last 24 hours, which is the maximum",
    deviceOfOtherOutlet: "Account {name} cannot scan the device at this branch",
    priceListMissing: "There is no price list for this device",
    priceChanged: "Prices have changed. Please check them and confirm again.",
    orderNotFound: "Order not found",
    orderStatusForbids: "This is not possible in the order's current status",
    idempotencyKeyReused: "This request was already sent with different content",
    massageStarted: "The massage has already started, so the order was not canceled",
    refundTooMuch: "The amount is more than can still be refunded",
    refundUnderWay: "A refund request is already waiting for the operator",
    extensionTooLong: "A massage can be extended to at most {minutes} minutes remaining",
    massageTooLong: "A massage can last at most {minutes} minutes in total",
    paymentDisputed:
      "The customer's bank has withdrawn this payment because of a dispute, so it cannot be refunded",
    extensionUnpaid: "Added minutes are still waiting for payment. Pay for them or cancel them first.",
    transferOver: "The minutes of this massage can no longer be moved to another chair",
    transferElsewhere: "This chair can't take over your massage. Choose one of the chairs shown.",
    unpaidOrders:
      "There are too many unpaid orders. If one is yours, pay for it. Otherwise, please try again in {minutes} min.",
    couponUnknown: "Coupon not found",
    couponUsedUp: "This coupon has been used up",
    couponNotValidNow: "This coupon is not valid at this time",
    couponNotValidHere: "This coupon is not valid here",
    couponNeedsPayment: "This coupon covers part of the amount; pay the rest to start",
    couponIsCash: "This is a cash coupon: use it under “Cash coupon”",
    couponIsNotCash: "This is not a cash coupon: use it under “Coupon”",
    couponReserved: "This coupon is reserved for a payment in progress. Please try again in {minutes} min.",
    paymentRefused: "The payment was declined",
    payMethodUnavailable: "This payment method is not available here",
    amountTooSmall: "This amount is too small for online payment. Please choose a longer massage.",
    outletNotFound: "Outlet not found",
    uploadRefused: "The upload was refused",
    feedbackNotFound: "Feedback not found",
    feedbackFull: "No further feedback can be sent for this order (limit: {most})",
    mediaNeedsPaidOrder:
      "Photos and videos can be added only to orders that were started with a coupon, or paid and not refunded",
    mediaQuota:
      "The storage limit for photos and videos is reached. Send fewer or smaller files, or try again tomorrow.",
    positionUnchanged: "The outlet is already at this position",
    positionImplausible: "0, 0 is not a valid position. Please enter the outlet's coordinates.",
    feedbackUnanswered: "You can send more feedback for this order when the outlet has replied",
    feedbackDailyLimit:
      "Today's limit for feedback on unpaid orders has been reached, please try again tomorrow",
    chairNotOfOutlets: "This chair does not belong to your outlets",
    collectionCurrency: "This outlet's cash is counted in {currency}",
    collectionNotFound: "Collection not found",
    alertNotFound: "Alert not found. It may have been resolved.",
    collectionCorrected: "This collection has already been corrected or voided; check the newest entry",
    collectionMoved:
      "The chair is now at an outlet with another currency, so this collection can be corrected, but no longer voided",
    accountDisabled: "This account has been disabled",
  },
  fields: {
    required: "is required",
    unknown: "is not a known field",
    type: "is of the wrong type",
    choice: "is not one of the allowed values",
    format: "has the wrong format",
    tooShort: "is too short",
    tooLong: "is too long",
    range: "is out of range",
  },
};
