declare global {
  interface Window {
    /** Set by the document's first script: the target of the last tap before the app handled taps. */
    earlyTap?: EventTarget | null;
  }
}

/**
 * Buttons of a server-rendered page can be tapped before the app has loaded, on a slow phone for seconds. The document's
 * first script stored the last tap; the app repeats it once.
 */
export function repeatEarlyTap(view: Pick<Window, "earlyTap"> = window): void {
  const tapped = view.earlyTap;
  // Null: from now on the app handles taps.
  view.earlyTap = null;
  const button = tapped instanceof Element ? tapped.closest("button") : null;
  if (button?.isConnected) button.click();
}
