const yearSeconds = 31_536_000;

/**
 * Returns a cookie that the server reads when it renders a document. It has no `__Host-` prefix, because browsers
 * refuse such cookies on plain http, which the demo uses.
 */
export const pageCookie = (
  name: string,
  value: string,
  protocol: string = window.location.protocol,
): string =>
  `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`;
