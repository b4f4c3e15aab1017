import { brokerUnavailable } from "./broker-unavailable.ts";
import { brokerWiped } from "./broker-wiped.ts";
import { clockJumps } from "./clock-jumps.ts";
import { dataCopied } from "./data-copied.ts";
import { diskFull } from "./disk-full.ts";
import { dumpRestored } from "./dump-restored.ts";
import { excessStreams } from "./excess-streams.ts";
import { lossyLink, lossyLinkMosquitto } from "./lossy-link.ts";
import { readOnlyStandby } from "./read-only-standby.ts";
import { serverKilled } from "./server-killed.ts";
import { silentPeer } from "./silent-peer.ts";
import { serverStarved } from "./server-starved.ts";
import { statesDuringOutage, statesDuringOutageEmbedded } from "./states-during-outage.ts";
import type { Fault } from "./run-fault.ts";

/** All faults of `npm run campaign -- faults`. To add a fault, add a file in `faults/` and a line here. */
export const allFaults: readonly Fault[] = [
  brokerWiped,
  serverKilled,
  lossyLink,
  lossyLinkMosquitto,
  clockJumps,
  brokerUnavailable,
  excessStreams,
  diskFull,
  dumpRestored,
  dataCopied,
  silentPeer,
  readOnlyStandby,
  statesDuringOutage,
  statesDuringOutageEmbedded,
  serverStarved,
];
