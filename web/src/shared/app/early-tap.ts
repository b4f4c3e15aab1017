declare global {
  interface Window {
    /** Set by the page's first script: the last thing that was tapped while nothing answered yet. */
    earlyTap?: EventTarget | null;
  }
}

/**
 * A button of a page that the server drew can be tapped before the script that answers is there: on a slow phone for
 * seconds. The tap was kept by the page's first script; it is made good once, as soon as somebody answers.
 */
export function repeatEarlyTap(view: Pick<Window, "earlyTap"> = window): void {
  const tapped = view.earlyTap;
  // Null from here on: whatever is tapped now is answered by the page itself.
  view.earlyTap = null;
  const button = tapped instanceof Element ? tapped.closest("button") : null;
  if (button?.isConnected) button.click();
}
