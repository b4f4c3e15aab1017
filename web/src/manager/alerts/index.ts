export { AlertSection } from "./alert-section.tsx";
export { alertListRequest, alertsQuery, useOpenAlertCount } from "./use-alerts.ts";
