export interface Coalesced {
  (): void;
  cancel(): void;
}

/** Runs at once, and batches further calls of the next `milliseconds` into one run at their end. */
export function coalesce(run: () => void, milliseconds: number): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let pending = false;

  function rest() {
    timer = setTimeout(() => {
      timer = null;
      if (!pending) return;
      pending = false;
      run();
      rest();
    }, milliseconds);
  }

  const call = () => {
    if (timer !== null) {
      pending = true;
      return;
    }
    run();
    rest();
  };
  call.cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    pending = false;
  };
  return call;
}
