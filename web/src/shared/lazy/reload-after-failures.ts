/**
 * Reloads the page after a second failure while online, and returns whether it does. The cause may be a new release,
 * after which the server no longer has a script of a tab that was opened before it, or a failure that the browser has
 * cached. Only a reload resolves either.
 */
export function reloadAfterFailures(failures: number, online: boolean): boolean {
  const reloads = failures > 1 && online;
  if (reloads) window.location.reload();
  return reloads;
}
