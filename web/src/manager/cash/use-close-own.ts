import { useEffect, useRef } from "react";

/**
 * Returns whether the sheet is mounted, and `onClose` without effect once it is not, because it would close the sheet
 * opened since then.
 */
export function useCloseOwn(onClose: () => void): { closeOwn: () => void; isOpen: () => boolean } {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return {
    isOpen: () => isMounted.current,
    closeOwn: () => {
      if (isMounted.current) onClose();
    },
  };
}
