/**
 * Returns the absolute URL of a payment page; null without a valid URL, or if the URL is neither https nor of the same
 * origin. This excludes `javascript:` URLs.
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
