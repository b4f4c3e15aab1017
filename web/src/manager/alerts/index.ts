import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export { alertQueries, useOpenAlertCount } from "./use-alerts.ts";
export const alertSection = lazyComponent(() => import("./alert-section.tsx"), "alerts");
