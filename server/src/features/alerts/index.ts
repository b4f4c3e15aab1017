export { createAlerts } from "./create-alerts.ts";
export { isAlertOpen } from "./alerts-store.ts";
export { type AlertRecord } from "./alerts-store.ts";
export { type AlertListener } from "./evaluate-alerts.ts";
