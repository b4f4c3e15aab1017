/** The base of all API addresses (NET-1). */
export const apiBase: string =
  (import.meta.env as { VITE_API_BASE?: string } | undefined)?.VITE_API_BASE ?? "/api";
