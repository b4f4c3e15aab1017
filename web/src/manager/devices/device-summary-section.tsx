/** The device page imports the summary directly; a lazy module has to be a file of its own (tools/src/bundle-budgets.ts). */
export { DeviceSummary as default } from "./device-summary.tsx";
