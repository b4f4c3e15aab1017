export { customer } from "./customer.ts";
export { massage } from "./massage.ts";
export { scanning } from "./scanning.ts";
export { shared } from "./shared.ts";
