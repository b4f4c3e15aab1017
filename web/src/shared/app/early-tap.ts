declare global {
  interface Window {
    /**
     * Target of the last tap before the app handles taps, set by the document's inline script; null once the app
     * handles them.
     */
    earlyTap?: EventTarget | null;
  }
}

/** Repeats the last tap before the app had loaded, if it was on a button that is still in the server-rendered page. */
export function repeatEarlyTap(view: Pick<Window, "earlyTap"> = window): void {
  const tapped = view.earlyTap;
  // With null, the inline script stores no further taps.
  view.earlyTap = null;
  const button = tapped instanceof Element ? tapped.closest("button") : null;
  if (button?.isConnected) button.click();
}
