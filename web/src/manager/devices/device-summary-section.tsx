/**
 * Separate file for lazy loading: a lazily loaded module must not be imported statically (tools/src/bundle-budgets.ts),
 * but the device page imports the summary statically.
 */
export { DeviceSummary as default } from "./device-summary.tsx";
