import type { Language } from "@reposo/contract/languages.ts";

export interface HttpConfig {
  readonly defaultLanguage: Language;
  /** Whose `X-Forwarded-For` is believed: false for nobody, else addresses, comma-separated.*/
  readonly trustProxy: boolean | string;
  /** Calls a minute from one address; a whole mall may share one. Pages and their assets get five times as much. */
  readonly callsPerMinute: number;
  /** The public URL is https: only then may the server promise it for the future. */
  readonly https: boolean;
  /** Bearer token for `/api/metrics`; null leaves that path unknown. */
  readonly metricsToken: string | null;
  /** Origins that the pages may send uploads to, beside their own. */
  readonly uploadOrigins: readonly string[];
  readonly maxConnections: number;
}
