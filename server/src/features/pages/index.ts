export { type Pages, createPages } from "./create-pages.ts";
