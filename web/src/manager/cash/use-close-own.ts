import { useEffect, useRef } from "react";

/** Returns `onClose` without effect once the sheet is unmounted, because it would close the sheet opened since then. */
export function useCloseOwn(onClose: () => void): () => void {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => {
    if (isMounted.current) onClose();
  };
}
