import { useState } from "react";

/**
 * State of a sheet that a call closes when it succeeds, unless the user has closed and opened the sheet again meanwhile.
 */
export function useOpening() {
  // Each opening has a new object, by which `closeOwn` recognises it.
  const [opening, setOpening] = useState<object | null>(null);
  return {
    isOpen: opening !== null,
    open: () => setOpening({}),
    close: () => setOpening(null),
    /** Closes the sheet, unless it was closed and opened again after this rendering. */
    closeOwn: () => setOpening((current) => (current === opening ? null : current)),
  };
}
