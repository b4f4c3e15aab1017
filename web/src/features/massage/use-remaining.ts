import { useEffect, useRef, useState } from "react";
import { serverNow } from "#platform/server-clock.ts";
import { remainingMilliseconds, untilNextSecond } from "./remaining.ts";
import type { OrderFollowed } from "./order-phase.ts";

/** Time left, drawn anew as each second runs out; it never goes up unless the server has moved the end. */
export function useRemaining(order: OrderFollowed): number {
  const lowest = useRef<{ endsAt: string | null; left: number } | null>(null);
  const [, draw] = useState(0);
  const { endsAt } = order;
  const running = order.orderStatus === "running";

  let left = running ? remainingMilliseconds(order, serverNow()) : 0;
  if (lowest.current?.endsAt === endsAt) left = Math.min(left, lowest.current.left);
  useEffect(() => {
    lowest.current = { endsAt, left };
  });

  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      draw((count) => count + 1);
      timer = setTimeout(tick, untilNextSecond(remainingMilliseconds(order, serverNow())));
    };
    timer = setTimeout(tick, untilNextSecond(remainingMilliseconds(order, serverNow())));
    return () => clearTimeout(timer);
  }, [order, running]);

  return left;
}
