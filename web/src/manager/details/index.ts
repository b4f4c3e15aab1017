export { withOnlyOutlet } from "./with-only-outlet.ts";
