export { alertSection } from "./lazy-alert-section.ts";
export { alertQueries, useOpenAlertCount } from "./use-alerts.ts";
