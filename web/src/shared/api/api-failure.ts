import type { Language } from "@reposo/contract/text/languages.ts";

/**
 * Why a call failed. `refused`: the server refused it, with a code and a message in the caller's language.
 * `unavailable`: the server is overloaded or failing; the outcome is unknown, and a retry may succeed. `ended`: the
 * session has ended, and the redirect to login has begun. `noToken`: the call needs a login. `aborted`: the caller
 * cancelled it. The other kinds are failures of the connection.
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
  // `declare` prevents class fields, whose transpiled form would add four helper functions to the entry chunk.
  declare readonly kind: FailureKind;
  declare readonly code: number | null;
  declare readonly data: unknown;
  /** The language in which the server's message was requested; null if the message is one of the app's texts. */
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

/** Returns the result code of a refusal; null for every other error. */
export const refusalCode = (error: unknown): number | null =>
  error instanceof ApiFailure && error.kind === "refused" ? error.code : null;
