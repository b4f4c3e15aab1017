import { vi } from "vitest";
import type { OrderApp } from "#test/app/order-app.ts";

export interface FrozenClock {
  advance(ms: number): void;
  /** Time continues from where it was moved to. */
  release(): void;
}

/** Stops a server's time, so that what must not happen yet does not depend on the speed of the machine. */
export function freezeClock({ clock, advanceTime }: Pick<OrderApp, "clock" | "advanceTime">): FrozenClock {
  const frozenAt = clock.now().getTime();
  let movedMs = 0;
  const frozen = vi.spyOn(clock, "now").mockImplementation(() => new Date(frozenAt + movedMs));
  return {
    advance: (ms) => {
      movedMs += ms;
    },
    release: () => {
      frozen.mockRestore();
      advanceTime(movedMs);
    },
  };
}
