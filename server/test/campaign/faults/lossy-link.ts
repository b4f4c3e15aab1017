import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import type { LossyLink } from "#test/network/lossy-proxy.ts";
import type { Fault } from "./run-fault.ts";

/** For half of the start deadline, the chairs' connections lose data and break repeatedly. */
export const lossyLink: Fault = {
  name: "lossy-link",
  broker: "embedded",
  lossyLink: true,
  async strike(world) {
    const link = world.link as LossyLink;
    const lossyMs = world.deadlineMs / 2;
    link.setLossy(true);
    const starts = placeStarts(world, lossyMs / 2);
    await delay(lossyMs);
    link.setLossy(false);
    return starts;
  },
};

/**
 * The same fault with Mosquitto, which handles MQTT sessions and repeated messages differently from the embedded broker.
 */
export const lossyLinkMosquitto: Fault = { ...lossyLink, name: "lossy-link-mosquitto", broker: "mosquitto" };
