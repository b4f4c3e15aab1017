export { type Pages, createPages } from "./create-pages.ts";
export { createLaunch } from "./read-launch.ts";
