import { vi } from "vitest";
import type { OrderApp } from "#test/app/order-app.ts";

export interface HeldClock {
  advance(ms: number): void;
  /** Time continues from where it was moved to. */
  release(): void;
}

/** Stops a server's time, so that what must not happen yet does not depend on the speed of the machine. */
export function holdClock({ clock, hurry }: Pick<OrderApp, "clock" | "hurry">): HeldClock {
  const heldAt = clock.now().getTime();
  let movedMs = 0;
  const held = vi.spyOn(clock, "now").mockImplementation(() => new Date(heldAt + movedMs));
  return {
    advance: (ms) => {
      movedMs += ms;
    },
    release: () => {
      held.mockRestore();
      hurry(movedMs);
    },
  };
}
