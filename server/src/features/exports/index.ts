export { createExports } from "./create-exports.ts";
