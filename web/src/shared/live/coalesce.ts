/**
 * Throttles `run`: the first call runs it immediately, and further calls within `milliseconds` run it once at the end
 * of that time. `cancel` cancels that run.
 */
export function coalesce(run: () => void, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let pending = false;

  function startInterval() {
    timer = setTimeout(() => {
      timer = null;
      if (!pending) return;
      pending = false;
      run();
      startInterval();
    }, milliseconds);
  }

  const call = () => {
    if (timer !== null) {
      pending = true;
      return;
    }
    run();
    startInterval();
  };
  const cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    pending = false;
  };
  return Object.assign(call, { cancel });
}
