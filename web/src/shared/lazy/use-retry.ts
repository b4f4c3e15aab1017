import { useState } from "react";
import { useOnline } from "#shared/api/connection.ts";

/**
 * Tries to load code again. Some browsers keep a module's failure until the page is read anew, and code that is
 * missing a second time may be that of another release: then, unless there is no connection, the page is read anew.
 */
export function useRetry(): { attempt: number; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const online = useOnline();
  return {
    attempt,
    retry: () => (attempt > 0 && online ? window.location.reload() : setAttempt((count) => count + 1)),
  };
}
