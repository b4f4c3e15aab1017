import { routes } from "#shared/routing/routes.ts";

const plainId = /^[A-Z0-9]{4,20}$/;

/** Returns the device ID of a chair's link on an accepted origin, or of a bare ID (QS-2). The link itself is never opened. */
export function deviceIdOfCode(text: string, acceptedOrigins: readonly string[]): string | null {
  const given = text.trim();
  const trimmed = given.toUpperCase();
  if (plainId.test(trimmed)) return trimmed;
  try {
    const url = new URL(given);
    if (!acceptedOrigins.includes(url.origin) || url.pathname !== routes.chair.path) return null;
    const deviceId = (url.searchParams.get("deviceId") ?? "").trim().toUpperCase();
    return plainId.test(deviceId) ? deviceId : null;
  } catch {
    return null;
  }
}
