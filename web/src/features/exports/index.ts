export { ExportButton } from "./export-button.tsx";
export type { ExportOperation } from "./use-export.ts";
