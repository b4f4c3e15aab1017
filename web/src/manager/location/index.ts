export { OutletName } from "./outlets-loaded.tsx";
export { OutletLoaded } from "./outlets-loaded.tsx";
