export { brandStyle } from "./brand-colours-rules.ts";
export { type Pages, createPages } from "./create-pages.ts";
export { readLogo } from "./operator-logo.ts";
export { publicSettings } from "./public-settings.ts";
