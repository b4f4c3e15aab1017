export const serviceWorkerAddress = "/service-worker.js";

/** Returns undefined on plain http, except on localhost, and in browsers and frames that refuse service workers. */
export function findServiceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  } catch {
    return undefined;
  }
}

/** Registers the service worker when the page is idle, so that its script does not compete with the first view. */
export function registerServiceWorker(): void {
  const serviceWorker = findServiceWorkers();
  if (serviceWorker === undefined) return;
  const register = () => void serviceWorker.register(serviceWorkerAddress).catch(() => {});
  // Safari lacks `requestIdleCallback`.
  if ("requestIdleCallback" in window) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
