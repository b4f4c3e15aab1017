import type { Config } from "#platform/config/config.ts";

export type HttpConfig = Pick<
  Config,
  | "apiDocs"
  | "defaultLanguage"
  | "trustProxy"
  | "metricsToken"
  | "maxConnections"
  | "publicUrl"
  | "writeStallSeconds"
> & {
  /** A whole mall may share one address. Pages and their assets get five times as much. */
  readonly limits: Pick<
    Config["limits"],
    "callsPerMinuteAddress" | "healthCallsPerMinuteAddress" | "webhooksPerMinuteAddress"
  >;
  /** Origins that the pages may send uploads to, beside their own. */
  readonly uploadOrigins?: readonly string[];
};
