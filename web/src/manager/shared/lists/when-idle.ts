import { useEffect, useState } from "react";

/**
 * Time without a touch or scroll after which rows may move. If they moved earlier, a tap could hit another row than
 * intended.
 */
const idleMilliseconds = 700;

/**
 * Returns a function that runs a task once the user neither touches nor scrolls the page. Pending tasks run together,
 * in their order.
 */
export function useWhenIdle(): (task: () => void) => void {
  const [{ whenIdle, listen }] = useState(createIdleQueue);
  useEffect(listen, [listen]);
  return whenIdle;
}

export function createIdleQueue() {
  let isDown = false;
  let busyUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => void)[] = [];

  function flushWhenIdle(): void {
    clearTimeout(timer);
    const remaining = busyUntil - performance.now();
    if (isDown || pending.length === 0) return;
    if (remaining > 0) {
      timer = setTimeout(flushWhenIdle, remaining);
      return;
    }
    const tasks = pending;
    pending = [];
    for (const task of tasks) task();
  }

  const touch = () => {
    busyUntil = performance.now() + idleMilliseconds;
    flushWhenIdle();
  };
  const press = () => {
    isDown = true;
    touch();
  };
  const release = () => {
    isDown = false;
    touch();
  };

  return {
    whenIdle(task: () => void): void {
      pending.push(task);
      flushWhenIdle();
    },
    listen(): () => void {
      const options = { passive: true, capture: true } as const;
      const listeners = {
        pointerdown: press,
        pointerup: release,
        pointercancel: release,
        // On macOS and Linux, the context menu opens on the press and receives the release instead of the page.
        contextmenu: release,
        scroll: touch,
      };
      for (const [name, listener] of Object.entries(listeners))
        window.addEventListener(name, listener, options);
      return () => {
        clearTimeout(timer);
        for (const [name, listener] of Object.entries(listeners))
          window.removeEventListener(name, listener, options);
      };
    },
  };
}
