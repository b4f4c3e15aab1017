import { useEffect, useRef } from "react";

/**
 * Returns `isOpen`, which returns whether the sheet is still mounted, and `closeOwn`, which calls `onClose` only while
 * the sheet is mounted. Later, `onClose` might close another sheet that has been opened since.
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
