export { AlertSection } from "./alert-section.tsx";
export { FirstAlerts } from "./first-alerts.tsx";
export { alertListRequest, alertsQuery, useOpenAlertCount } from "./use-alerts.ts";
