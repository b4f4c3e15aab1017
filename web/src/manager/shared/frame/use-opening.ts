import { useState } from "react";

/** State of a sheet that a successful call closes, unless the user closed and reopened the sheet during the call. */
export function useOpening() {
  // Each opening has a new object, by which `closeOwn` recognises it.
  const [opening, setOpening] = useState<object | null>(null);
  return {
    isOpen: opening !== null,
    open: () => setOpening({}),
    close: () => setOpening(null),
    /** Closes the sheet, unless it was closed and reopened after this rendering. */
    closeOwn: () => setOpening((current) => (current === opening ? null : current)),
  };
}
