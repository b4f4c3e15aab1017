import { brokerAway } from "./faults/broker-away.ts";
import { brokerWiped } from "./faults/broker-wiped.ts";
import { clockJumps } from "./faults/clock-jumps.ts";
import { excessStreams } from "./faults/excess-streams.ts";
import { lossyLink } from "./faults/lossy-link.ts";
import { serverKilled } from "./faults/server-killed.ts";
import type { Fault } from "./run-fault.ts";

/** What `npm run campaign -- faults` strikes with. A new fault is a file in `faults/` and a line here. */
export const allFaults: readonly Fault[] = [
  brokerWiped,
  serverKilled,
  lossyLink,
  clockJumps,
  brokerAway,
  excessStreams,
];
