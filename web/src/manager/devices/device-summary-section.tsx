/**
 * A separate module for lazy loading, because the device page imports the summary statically. A lazily loaded module
 * must be a separate file (tools/src/bundle-budgets.ts).
 */
export { DeviceSummary as default } from "./device-summary.tsx";
