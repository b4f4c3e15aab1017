export const serviceWorkerAddress = "/service-worker.js";

/** Registers the service worker when the page is idle, so that its script does not compete with the first view. */
export function registerServiceWorker(): void {
  // Missing on plain http, except on localhost.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return;
  const register = () => void serviceWorker.register(serviceWorkerAddress).catch(() => {});
  // Safari lacks `requestIdleCallback`.
  if ("requestIdleCallback" in window) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
