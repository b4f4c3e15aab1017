export interface Coalesced {
  (): void;
  cancel(): void;
}

/** Runs at once, and batches further calls of the next `milliseconds` into one run at their end. */
export function coalesce(run: () => void, milliseconds: number): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asked = false;

  function rest() {
    timer = setTimeout(() => {
      timer = null;
      if (!asked) return;
      asked = false;
      run();
      rest();
    }, milliseconds);
  }

  const call = () => {
    if (timer !== null) {
      asked = true;
      return;
    }
    run();
    rest();
  };
  call.cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    asked = false;
  };
  return call;
}
