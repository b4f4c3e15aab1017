import { vi } from "vitest";
import type { OrderApp } from "#test/app/order-app.ts";

export interface FrozenClock {
  advance(ms: number): void;
  /** Lets time continue, ahead of the machine's time by the sum of all advances. */
  release(): void;
}

/** Stops a server's clock, so that nothing becomes due too early on a slow machine. */
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
