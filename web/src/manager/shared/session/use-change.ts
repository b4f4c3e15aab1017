import { useRef, useState } from "react";

/**
 * Returns `change`, which makes one call at a time, and the failure of the last call. `onChanged` runs after a
 * successful call.
 */
export function useChange(onChanged?: () => Promise<unknown>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A second tap may arrive before the pending state is rendered.
  const isBusy = useRef(false);

  /** @returns whether `call` and `onChanged` succeeded; false, without a call, while another one is pending */
  async function change(call: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFailure(null);
    try {
      await call();
      await onChanged?.();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }
  return { pending, failure, clearFailure: () => setFailure(null), change };
}
