export { recordTestRuns } from "./record-test-runs.ts";
export { countTestRuns, insertTestRun, isTestRun } from "./test-runs-store.ts";
