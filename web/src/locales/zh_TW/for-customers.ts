export { customer } from "./customer.ts";
export { shared } from "./shared.ts";
