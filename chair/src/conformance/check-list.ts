import { coinChecks } from "./checks/coin-checks.ts";
import { commandChecks } from "./checks/command-checks.ts";
import { connectionChecks } from "./checks/connection-checks.ts";
import { eventChecks } from "./checks/event-checks.ts";
import { incidentChecks } from "./checks/incident-checks.ts";
import { messageChecks } from "./checks/message-checks.ts";
import { runChecks } from "./checks/run-checks.ts";
import type { Check } from "./conformance-check.ts";

/** All checks, in the order in which they are run. */
export const allChecks: readonly Check[] = [
  ...connectionChecks,
  ...commandChecks,
  ...runChecks,
  ...eventChecks,
  ...incidentChecks,
  ...coinChecks,
  ...messageChecks,
];
