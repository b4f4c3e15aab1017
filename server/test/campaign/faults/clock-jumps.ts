import type { PlacedStart } from "./fault-starts.ts";
import { placeStarts } from "./fault-starts.ts";
import { isReady, until } from "./fault-world.ts";
import { type JumpedSession, openSession } from "./session-over-jumps.ts";
import type { MovableClock } from "#test/time/movable-clock.ts";
import type { Fault } from "./run-fault.ts";

const hour = 3_600;

/**
 * Sets the server's clock one hour ahead, back to normal, one hour back, and to normal again, while chairs stay
 * connected. A manager logs in while the clock is ahead and logs out after it has returned, so that the session ends at
 * a time before its last use; the audit at the end of the round refuses sessions that were used after their end.
 */
export const clockJumps: Fault = {
  name: "clock-jumps",
  broker: "mosquitto",
  movableClock: true,
  async strike(world) {
    const clock = world.clock as MovableClock;
    const placed: PlacedStart[] = [];
    const chairs = world.fleet.chairs();
    const phases = [hour, 0, -hour, 0];
    let session: JumpedSession | null = null;
    for (const [phase, aheadSeconds] of phases.entries()) {
      await clock.set(aheadSeconds);
      await until(() => isReady(world), world.deadlineMs);
      session ??= await openSession(world);
      if (phase === 1) await session.end();
      const own = chairs.filter((_, place) => place % phases.length === phase);
      placed.push(...(await placeStarts(world, 500, own)));
      // A start whose deadline a jump moves into the past would expire, so each start must run before the next jump.
      await until(() => own.every((chair) => chair.state().nextSeq > 1), world.deadlineMs);
    }
    await session?.verifyEnded();
    return placed;
  },
};
