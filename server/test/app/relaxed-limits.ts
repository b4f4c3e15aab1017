/** A server without ffmpeg refuses only videos; running ffmpeg takes a sixth of the CPU time of opening the application. */
export const withoutVideos: Readonly<Record<string, string>> = { FFMPEG_PATH: "/no/such/ffmpeg" };

/** Limits for a server whose clients share one address, as in tests, benchmarks, and campaigns. */
export const relaxedLimits: Readonly<Record<string, string>> = {
  // Refunds do not wait for a decision of the customer, unless a test concerns this decision.
  TRANSFER_MINUTES: "0",
  CALLS_PER_MINUTE_ADDRESS: "100000000",
  HEALTH_CALLS_PER_MINUTE_ADDRESS: "100000000",
  WEBHOOKS_PER_MINUTE_ADDRESS: "100000000",
  COUPON_TRIES_PER_MINUTE_TOKEN: "1000000",
  COUPON_TRIES_PER_MINUTE_ADDRESS: "1000000",
  UNPAID_ORDERS_PER_CUSTOMER: "1000000",
  UNPAID_ORDERS_PER_ADDRESS: "1000000",
  UNPAID_ORDERS_PER_CHAIR: "1000000",
  COUPON_PERCENT_PER_ADDRESS: "100",
  CHAIR_EVENTS_PER_MINUTE: "1000000",
  MQTT_MAX_CONNECTIONS: "100000",
  MQTT_CONNECTIONS_PER_ADDRESS: "100000",
  MQTT_PENDING_PER_ADDRESS: "100000",
};

export const relaxedUnpaidLimits = {
  perCustomer: 1_000_000,
  perAddress: 1_000_000,
  perChair: 1_000_000,
  couponPercentPerAddress: 100,
};
