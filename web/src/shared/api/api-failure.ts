import type { Language } from "@reposo/contract/text/languages.ts";

/**
 * Why a call failed. `refused`: by the product, with a code and a message in the caller's language. `unavailable`: by an
 * overloaded or failing server; the outcome is unknown, and a retry may succeed. `ended`: the session is over, and the
 * redirect has begun. `noToken`: the call needs a login. `aborted`: by the caller. The others concern the transport.
 */
export type FailureKind =
  | "refused"
  | "unavailable"
  | "ended"
  | "noToken"
  | "network"
  | "timeout"
  | "invalid"
  | "aborted";

export class ApiFailure extends Error {
  // `declare`: lowered class fields would add four helper functions to the entry.
  declare readonly kind: FailureKind;
  declare readonly code: number | null;
  declare readonly data: unknown;
  /** The requested language of the message; null if the message is the app's own. */
  declare readonly language: Language | null;

  constructor(
    kind: FailureKind,
    message: string,
    details: { code?: number; data?: unknown; language?: Language; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "ApiFailure";
    this.kind = kind;
    this.code = details.code ?? null;
    this.data = details.data ?? null;
    this.language = details.language ?? null;
  }
}

export const refusalCode = (error: unknown): number | null =>
  error instanceof ApiFailure && error.kind === "refused" ? error.code : null;
