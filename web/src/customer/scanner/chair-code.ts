import { routes } from "#shared/routing/routes.ts";

const bareId = /^[A-Z0-9]{4,20}$/;

/**
 * The chair that a scanned text names, or null: the chair's own link on an origin the operator lists, or the
 * bare id (QS-2). The text is only ever read; nothing navigates to an origin that came from a code.
 */
export function deviceIdOfCode(text: string, acceptedOrigins: readonly string[]): string | null {
  const given = text.trim();
  const bare = given.toUpperCase();
  if (bareId.test(bare)) return bare;
  try {
    const url = new URL(given);
    if (!acceptedOrigins.includes(url.origin) || url.pathname !== routes.chair.path) return null;
    const deviceId = (url.searchParams.get("deviceId") ?? "").trim().toUpperCase();
    return bareId.test(deviceId) ? deviceId : null;
  } catch {
    return null;
  }
}
