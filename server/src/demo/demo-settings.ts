import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#platform/config/config.ts";

/** Most limits are a hundred times their defaults, because all visitors of a demo share one address and one account. */
const demoDefaults = {
  CALLS_PER_MINUTE_ADDRESS: "120000",
  LOGINS_PER_MINUTE_ACCOUNT: "1000",
  LOGINS_PER_MINUTE_ADDRESS: "10000",
  COUPON_TRIES_PER_MINUTE_TOKEN: "1000",
  COUPON_TRIES_PER_MINUTE_ADDRESS: "12000",
  UNPAID_ORDERS_PER_CUSTOMER: "1000",
  UNPAID_ORDERS_PER_ADDRESS: "20000",
  UNPAID_ORDERS_PER_CHAIR: "6000",
  COUPON_PERCENT_PER_ADDRESS: "100",
  MQTT_CONNECTIONS_PER_ADDRESS: "10000",
  MQTT_PENDING_PER_ADDRESS: "10000",
  LOG_LEVEL: "warn",
  OPERATOR_NAME: "Pahinga Massage",
  OPERATOR_LOGO: fileURLToPath(new URL("operator-logo.svg", import.meta.url)),
  OPERATOR_COLOR: "#1f5f8b",
  OPERATOR_PHONE: "+63 2 8555 0100",
  OPERATOR_MESSENGER: "https://m.me/pahinga.massage",
  OPERATOR_HOURS: "09:00-22:00",
  PAYMENT_METHODS: "PHP: GCash, Maya, Visa, Mastercard | MYR: TNG eWallet, FPX | IDR: QRIS, DANA, OVO",
};

/**
 * Reads the configuration. The environment's settings override the demo's defaults, but payments are always simulated.
 */
export function readDemoConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  return readConfig({ ...demoDefaults, ...given, PAYMENT_SIMULATED: "on" }, { isDemo: true });
}
