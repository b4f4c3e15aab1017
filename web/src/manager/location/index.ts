export { OutletLoaded, OutletName } from "./outlets-loaded.tsx";
