import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";

type Dictionary = ReplyOf<Endpoints["dictionary"]>;

const labels: Record<keyof Dictionary["entries"], Record<string, string>> = {
  orderStatus: {
    unpaid: "Unpaid",
    paid: "Paid",
    starting: "Starting",
    running: "Running",
    completed: "Completed",
    cancelled: "Canceled",
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
  deviceStatus: {
    idle: "Idle",
    inUse: "In use",
    offline: "Offline",
    fault: "Fault",
    disabled: "Out of service",
  },
  feedbackProblem: {
    notStarted: "The chair did not start",
    stoppedEarly: "The massage stopped early",
    wrongCharge: "The charge is wrong",
    discomfort: "The massage is uncomfortable",
    dirty: "The chair is dirty or damaged",
    other: "Other",
  },
};

/** The labels of enumerations that the server sends in English. */
export const dictionaryOf = (): Dictionary => ({
  version: "1",
  entries: Object.fromEntries(
    Object.entries(labels).map(([name, entries]) => [
      name,
      Object.entries(entries).map(([value, label]) => ({ value, label })),
    ]),
  ) as Dictionary["entries"],
});
