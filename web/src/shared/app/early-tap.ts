declare global {
  interface Window {
    /** Set by the document's first script: the target of the last tap before the app handled taps. */
    earlyTap?: EventTarget | null;
  }
}

/** Repeats the last tap on a server-rendered page before the app had loaded, stored by its first script. */
export function repeatEarlyTap(view: Pick<Window, "earlyTap"> = window): void {
  const tapped = view.earlyTap;
  // Null: from now on the app handles taps.
  view.earlyTap = null;
  const button = tapped instanceof Element ? tapped.closest("button") : null;
  if (button?.isConnected) button.click();
}
