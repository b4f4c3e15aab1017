import { useEffect, useState } from "react";

/** The event with which a browser offers to install the app; Safari and Firefox have none. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the app runs as an installed one, and a function that opens the browser's question; null without one. */
export function useInstall(): { readonly isInstalled: boolean; readonly install: (() => void) | null } {
  const [isInstalled, setInstalled] = useState(false);
  const [offer, setOffer] = useState<InstallEvent | null>(null);
  useEffect(() => {
    setInstalled(window.matchMedia("(display-mode: standalone)").matches);
    const onOffer = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallEvent);
    };
    const onInstalled = () => setInstalled(true);
    window.addEventListener("beforeinstallprompt", onOffer);
    window.addEventListener("appinstalled", onInstalled);
    return () => {
      window.removeEventListener("beforeinstallprompt", onOffer);
      window.removeEventListener("appinstalled", onInstalled);
    };
  }, []);
  return { isInstalled, install: offer === null ? null : () => void offer.prompt() };
}
