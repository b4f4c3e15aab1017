export { OutletLoader, OutletHeader } from "./outlets-loader.tsx";
export type { OutletLocation } from "./use-outlets.ts";
