import { useState } from "react";

/** State of a sheet that a call closes when it succeeds, unless the sheet has been closed and opened again since. */
export function useOpening() {
  const [opening, setOpening] = useState<object | null>(null);
  return {
    isOpen: opening !== null,
    open: () => setOpening({}),
    close: () => setOpening(null),
    /** Closes the sheet only if it is still the one of this rendering. */
    closeOwn: () => setOpening((current) => (current === opening ? null : current)),
  };
}
