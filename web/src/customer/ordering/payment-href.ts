/** Returns the URL if a payment may redirect to it: one of our pages or an https address, never a script. */
export function paymentHref(redirectUrl: string | undefined, origin: string): string | null {
  if (redirectUrl === undefined) return null;
  try {
    const url = new URL(redirectUrl, origin);
    return url.origin === origin || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
