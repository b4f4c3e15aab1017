import { useHydrated } from "#shared/app/use-hydrated.ts";

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

/** Returns `paymentHref`; on the server, which does not know the page's origin, the URL itself. */
export function usePaymentHref(redirectUrl: string | undefined): string | null {
  const isHydrated = useHydrated();
  return isHydrated ? paymentHref(redirectUrl, window.location.origin) : (redirectUrl ?? null);
}
