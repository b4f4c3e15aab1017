const gap = 8;

/** Scrolls the page so that at least the beginning of the element is visible between the sticky bars. */
export function reveal(element: HTMLElement): void {
  element.scrollIntoView({ block: "nearest" });
  const main = element.closest("main");
  if (main === null || element.closest("dialog") !== null) return;
  let upper = 0;
  let lower = window.innerHeight;
  for (const bar of main.parentElement?.children ?? []) {
    if (bar === main || getComputedStyle(bar).position !== "sticky") continue;
    const { top, bottom } = bar.getBoundingClientRect();
    const isAbove = bar.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isAbove) upper = Math.max(upper, bottom);
    else lower = Math.min(lower, top);
  }
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Math.max(bottom + gap - lower, 0);
  window.scrollBy(0, Math.min(covered, top - gap - upper));
}
