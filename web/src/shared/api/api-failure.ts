import type { Language } from "@reposo/contract/text/languages.ts";

/**
 * Why a call failed. `refused`: the server refused it, with a code and a message in the caller's language.
 * `unavailable`: the server is overloaded or failing; the outcome is unknown, and a retry may succeed. `ended`: the
 * session has ended, and the app will redirect to login. `noToken`: the call needs a login. `aborted`: the caller
 * cancelled it. `network`, `timeout`: no response arrived. `invalid`: the response is not one of the API, such as a
 * proxy's error page.
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
  /** The result code of the response, or the HTTP status of an `invalid` response; null if neither is known. */
  declare readonly code: number | null;
  /** The data of the response, which may contain values for placeholders of the message; null without data. */
  declare readonly data: unknown;
  /**
   * The language in which the server's message was requested; null if the message is not translated after a change of
   * language.
   */
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
