/** The device page imports the summary directly; a lazy module must be a separate file (tools/src/bundle-budgets.ts). */
export { DeviceSummary as default } from "./device-summary.tsx";
