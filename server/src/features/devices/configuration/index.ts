export { changeConfiguration } from "./change-configuration.ts";
export { createProcessStates } from "./process-states.ts";
