export { account } from "./account.ts";
export { charts } from "./charts.ts";
export { details } from "./details.ts";
export { exports } from "./exports.ts";
export { manager } from "./manager.ts";
export { shared } from "./shared.ts";
