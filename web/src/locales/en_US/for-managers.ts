export { manager } from "./manager.ts";
export { shared } from "./shared.ts";
