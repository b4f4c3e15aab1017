export { writeEvidence } from "./write-evidence.ts";
