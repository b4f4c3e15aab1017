export { alertSection } from "./lazy-alert-section.ts";
export { alertListRequest, alertsQuery, refetchAlerts, useOpenAlertCount } from "./use-alerts.ts";
