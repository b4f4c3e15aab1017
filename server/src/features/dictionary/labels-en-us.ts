import type { Labels } from "./dictionary-labels.ts";

export const labelsEnUs: Labels = {
  orderStatus: {
    unpaid: "Unpaid",
    paid: "Paid",
    starting: "Starting",
    running: "Running",
    completed: "Completed",
    cancelled: "Cancelled",
    failed: "Failed",
    refunded: "Refunded",
  },
  payType: {
    online: "Online payment",
    cash: "Cash at the counter",
    coin: "Coins",
    cashCoupon: "Cash coupon",
    coupon: "Coupon",
  },
  orderType: {
    online: "Online order",
    cashCoupon: "Cash coupon order",
    coin: "Coin order",
    counter: "Counter order",
    coupon: "Coupon order",
  },
  couponProperty: {
    cash: "Cash value",
    free: "Free massage",
    minutes: "Free minutes",
    percent: "Percentage off",
    amountOff: "Amount off",
  },
  deviceStatus: { idle: "Idle", inUse: "In use", offline: "Offline", fault: "Fault", disabled: "Disabled" },
  feedbackProblem: {
    notStarted: "The chair did not start",
    stoppedEarly: "The massage stopped early",
    wrongCharge: "The charge is wrong",
    discomfort: "The massage is uncomfortable",
    dirty: "The chair is dirty or damaged",
    other: "Other",
  },
};
