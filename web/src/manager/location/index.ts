export { OutletLoaded, OutletName } from "./outlets-loaded.tsx";
export type { OutletLocation } from "./use-outlets.ts";
