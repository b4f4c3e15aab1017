import type { CollectionKind } from "@reposo/contract/revenue/cash-boxes.ts";
import type { entrySources } from "@reposo/contract/revenue/income-sums.ts";
import type { EndReason } from "@reposo/contract/orders/order-values.ts";

/**
 * English texts of the exported files, except those that the dictionary contains. The names in `tables` are names of
 * files and sheets and have at most 31 characters, the maximum in Excel.
 */
export const exportLabelsEnUs = {
  tables: {
    orders: "Orders",
    outlets: "Outlets",
    devices: "Devices",
    entries: "Transactions",
    accounts: "Counter cash by account",
    collections: "Collections",
    deviceDifferences: "Differences by device",
    outletDifferences: "Differences by outlet",
    collectorDifferences: "Differences by collector",
  },
  headings: {
    orderNumber: "Order number",
    orderId: "Order ID",
    parentOrderId: "Added to order ID",
    continuesNumber: "Continues order number",
    orderTime: "Order time",
    outlet: "Outlet",
    areaId: "Outlet ID",
    device: "Device",
    orderType: "Order type",
    payType: "Payment method",
    orderStatus: "Order status",
    gear: "Intensity used",
    minutes: "Minutes",
    amount: "Amount",
    refunded: "Refunded",
    currency: "Currency",
    couponProperty: "Coupon property",
    cashCouponCode: "Cash coupon code",
    couponCode: "Coupon code",
    started: "Started",
    ended: "Ended",
    endReason: "How it ended",
    online: "Online",
    cash: "Cash",
    total: "Total",
    disputes: "Disputes",
    orders: "Orders",
    devices: "Devices",
    averagePerDevice: "Income per device",
    ordersPerDevice: "Orders per device",
    time: "Time",
    channel: "Channel",
    source: "Type",
    entryId: "Transaction ID",
    lateEntry: "Late entry recorded at",
    account: "Account",
    loginName: "Login name",
    taken: "Received",
    returned: "Refunded",
    collections: "Collections",
    expected: "Expected",
    counted: "Counted",
    difference: "Difference",
    collected: "Collected",
    collector: "Collected by",
    collectionKind: "Entry",
    replaced: "Replaced by",
    note: "Note",
    recorded: "Recorded",
    recordedBy: "Recorded by",
    collectionId: "Entry ID",
    correctsId: "Corrects entry",
    movedFromId: "Moved from entry",
  },
  accountUnknown: "Unknown account",
  endReasons: {
    finished: "Finished",
    stopped: "Stopped early",
    fault: "Chair reported a fault",
    powerLoss: "Chair lost power",
    silent: "Connection to chair lost",
    startDeadline: "Chair did not respond in time",
    refused: "Chair refused the start",
    deviceTaken: "Chair was already in use",
    deviceUnavailable: "Chair was unavailable",
    paymentTimeout: "Not paid in time",
    paymentRefused: "Payment declined",
    runEnded: "Massage already ended",
  } satisfies Record<EndReason, string>,
  channels: { online: "Online", cash: "Cash", dispute: "Disputes" },
  collectionKinds: {
    collection: "Collection",
    correction: "Correction",
    adjustment: "Adjustment",
    void: "Void",
  } satisfies Record<CollectionKind, string>,
  sources: {
    payment: "Online payment",
    counter: "Cash at the counter",
    cashCoupon: "Cash coupon",
    coin: "Coins",
    refund: "Refund",
    dispute: "Dispute",
    disputeFee: "Dispute fee",
    disputeReversal: "Dispute reversal",
  } satisfies Record<(typeof entrySources)[number], string>,
};

type EnglishLabels = typeof exportLabelsEnUs;

/** The type of the labels in each language: it requires every label of the English texts. */
export type ExportLabels = {
  readonly [Group in keyof EnglishLabels]: EnglishLabels[Group] extends string
    ? string
    : Readonly<Record<keyof EnglishLabels[Group], string>>;
};
