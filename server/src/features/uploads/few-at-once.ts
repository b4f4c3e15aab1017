/** Lets so many pieces of work run beside each other; the others wait their turn. */
export function fewAtOnce(most: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits next takes this place over.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
