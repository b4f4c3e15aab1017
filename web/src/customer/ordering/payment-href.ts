/**
 * Returns the absolute URL if a payment may redirect to it, which means same origin or https; otherwise null. This
 * excludes `javascript:` URLs.
 */
export function paymentHref(redirectUrl: string | undefined, origin: string): string | null {
  if (redirectUrl === undefined) return null;
  try {
    const url = new URL(redirectUrl, origin);
    return url.origin === origin || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
