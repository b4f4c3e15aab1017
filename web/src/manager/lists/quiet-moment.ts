import { useEffect, useState } from "react";

/** After a touch or a scroll: whoever aims at a row must find it where it was. */
const restMilliseconds = 700;

/** Runs a task once nobody touches or scrolls the page; of tasks that wait, all run then, in their order. */
export function useQuietMoment(): (task: () => void) => void {
  const [{ whenQuiet, listen }] = useState(createQuietMoment);
  useEffect(listen, [listen]);
  return whenQuiet;
}

function createQuietMoment() {
  let isDown = false;
  let busyUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];

  function look(): void {
    clearTimeout(timer);
    const rest = busyUntil - performance.now();
    if (isDown || waiting.length === 0) return;
    if (rest > 0) {
      timer = setTimeout(look, rest);
      return;
    }
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  }

  const touch = () => {
    busyUntil = performance.now() + restMilliseconds;
    look();
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
    whenQuiet(task: () => void): void {
      waiting.push(task);
      look();
    },
    listen(): () => void {
      const options = { passive: true, capture: true } as const;
      const heard = { pointerdown: press, pointerup: release, pointercancel: release, scroll: touch };
      for (const [name, listener] of Object.entries(heard)) window.addEventListener(name, listener, options);
      return () => {
        clearTimeout(timer);
        for (const [name, listener] of Object.entries(heard))
          window.removeEventListener(name, listener, options);
      };
    },
  };
}
