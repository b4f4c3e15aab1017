let locks = 0;

/**
 * Prevents the page behind a sheet from scrolling. Returns a function that releases the lock; releasing the last lock
 * restores scrolling.
 */
export function lockScrolling(): () => void {
  const { style } = document.documentElement;
  locks += 1;
  style.overflow = "hidden";
  return () => {
    locks -= 1;
    if (locks === 0) style.overflow = "";
  };
}
