export { alertQueries, useOpenAlertCount } from "./use-alerts.ts";
export const alertSection = () => import("./alert-section.tsx");
