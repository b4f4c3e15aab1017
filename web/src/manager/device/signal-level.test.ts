import { expect, it } from "vitest";
import { signalLevel } from "./signal-level.ts";

it.each([
  [0, "signalGood"],
  [-75, "signalGood"],
  [-76, "signalFair"],
  [-90, "signalFair"],
  [-91, "signalWeak"],
  [-150, "signalWeak"],
])("[CHAIR-1] rates a signal of %i dBm as %s", (dbm, level) => {
  expect(signalLevel(dbm)).toBe(level);
});
