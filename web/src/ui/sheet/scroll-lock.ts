let locks = 0;

/** Keeps the page behind a sheet from scrolling. @returns a function that ends it; the last one restores scrolling */
export function lockScrolling(): () => void {
  const { style } = document.documentElement;
  locks += 1;
  style.overflow = "hidden";
  return () => {
    locks -= 1;
    if (locks === 0) style.overflow = "";
  };
}
