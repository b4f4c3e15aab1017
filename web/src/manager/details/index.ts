export { withOnlyOutlet } from "./report-context.ts";
