export { brandStyle } from "./brand-colours-rules.ts";
export { type Pages, createPages } from "./create-pages.ts";
export { readLogos } from "./logos.ts";
export { publicSettings } from "./public-settings.ts";
