export const toastMilliseconds = 2000;
const waitingAtMost = 3;

export interface Toasts {
  show(text: string): void;
  /** The one on screen, null where there is none. */
  current(): { id: number; text: string } | null;
  subscribe(listener: () => void): () => void;
}

/** One toast at a time, two seconds each; a text that is on screen or already waits is not said again. */
export function createToasts(): Toasts {
  const listeners = new Set<() => void>();
  let waiting: string[] = [];
  let current: { id: number; text: string } | null = null;
  let lastId = 0;

  function next() {
    const text = waiting.shift();
    current = text === undefined ? null : { id: ++lastId, text };
    if (current !== null) setTimeout(next, toastMilliseconds);
    for (const listener of listeners) listener();
  }

  return {
    show(text) {
      if (text === "" || current?.text === text || waiting.includes(text)) return;
      waiting = [...waiting, text].slice(-waitingAtMost);
      if (current === null) next();
    },
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The app's own; a toast is a matter of the screen, of which there is one. */
export const toasts = createToasts();
