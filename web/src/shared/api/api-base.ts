/** Everything of the server's stands under the configured base (NET-1). */
export const apiBase: string =
  (import.meta.env as { VITE_API_BASE?: string } | undefined)?.VITE_API_BASE ?? "/api";
