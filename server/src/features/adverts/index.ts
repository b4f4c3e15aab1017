export { createAdverts } from "./create-adverts.ts";
export { type AdvertRow, importAdverts, newAdvert } from "./import-adverts.ts";
