export const serviceWorkerAddress = "/service-worker.js";

/** Registers when the page is idle, so that the worker's script does not compete with the first view. */
export function registerServiceWorker(): void {
  // Absent on plain http except on localhost.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return;
  const register = () => void serviceWorker.register(serviceWorkerAddress).catch(() => {});
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
