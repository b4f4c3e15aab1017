export const serviceWorkerAddress = "/service-worker.js";

/** Waits until the page is idle: the first view must not share its connection with the worker's script. */
export function registerServiceWorker(): void {
  // Absent on plain http except on localhost.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return;
  const register = () => void serviceWorker.register(serviceWorkerAddress).catch(() => {});
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
