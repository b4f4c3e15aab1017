import { useState } from "react";

/**
 * State of a sheet that a successful call closes, unless the user closed and reopened the sheet during the call.
 * `opening` contains what the sheet was opened for; it is null while the sheet is closed.
 */
export function useOpening<S = void>() {
  // Each opening has a new object, by which `closeOwn` recognises it.
  const [opening, setOpening] = useState<{ readonly subject: S } | null>(null);
  return {
    opening,
    isOpen: opening !== null,
    open: (subject: S) => setOpening({ subject }),
    close: () => setOpening(null),
    /** Closes the sheet, unless it was closed and reopened after this rendering. */
    closeOwn: () => setOpening((current) => (current === opening ? null : current)),
  };
}
