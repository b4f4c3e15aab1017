import { routes } from "#shared/routing/routes.ts";

const plainId = /^[A-Z0-9]{4,20}$/;

/**
 * Returns the device ID in a scanned text, which is a chair link of an accepted origin or a device ID (QS-2); otherwise
 * null. The app never opens the scanned link.
 */
export function deviceIdOfCode(text: string, acceptedOrigins: readonly string[]): string | null {
  const given = text.trim();
  const upperCased = given.toUpperCase();
  if (plainId.test(upperCased)) return upperCased;
  try {
    const url = new URL(given);
    if (!acceptedOrigins.includes(url.origin) || url.pathname !== routes.chair.path) return null;
    const deviceId = (url.searchParams.get("deviceId") ?? "").trim().toUpperCase();
    return plainId.test(deviceId) ? deviceId : null;
  } catch {
    return null;
  }
}
