import { useEffect, useState } from "react";
import type { OrderFollowed } from "#customer/orders/index.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { useFirstNow } from "#shared/time/use-first-now.ts";
import { remainingMilliseconds, untilNextSecond } from "./remaining.ts";

interface Reading {
  readonly endsAt: string | null;
  readonly left: number;
}

const read = (order: OrderFollowed, now: number): Reading => ({
  endsAt: order.endsAt,
  left: remainingMilliseconds(order, now),
});

/**
 * Returns the remaining milliseconds of a running massage, updated each second; 0 in any other state. They increase
 * only if the server has changed the end of the massage, not if the estimate of the server's time was corrected.
 */
export function useRemaining(order: OrderFollowed): number {
  const firstNow = useFirstNow();
  const [shown, show] = useState<Reading>(() => read(order, firstNow));
  const running = order.orderStatus === "running";

  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const next = read(order, serverNow());
      show((known) =>
        known.endsAt === next.endsAt ? { ...next, left: Math.min(known.left, next.left) } : next,
      );
      timer = setTimeout(tick, untilNextSecond(next.left));
    };
    tick();
    return () => clearTimeout(timer);
  }, [order, running]);

  return running ? shown.left : 0;
}
