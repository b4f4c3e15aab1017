export { OutletName } from "./outlet-name.tsx";
export { OutletLoaded } from "./outlets-loaded.tsx";
