import type { Language } from "@reposo/contract/languages.ts";

/**
 * Why a call brought no data. `refused`: the product said no, with a code and a message in the caller's
 * language. `trouble`: so did a server that is ill or has too much to do; the same call may do a moment later, and what
 * became of this one is not known. `ended`: the session is over, and the way out is already under way. The others are
 * transport.
 */
export type FailureKind =
  | "refused"
  | "trouble"
  | "ended"
  | "noToken"
  | "network"
  | "timeout"
  | "invalid"
  | "aborted";

export class ApiFailure extends Error {
  // Declared only: lowered class fields would bring four helpers into the first load.
  declare readonly kind: FailureKind;
  declare readonly code: number | null;
  declare readonly data: unknown;
  /** The language that the server was asked to answer in; null where the message is our own. */
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

/** The code the product refused with, or null where it did not refuse. */
export const refusalCode = (error: unknown): number | null =>
  error instanceof ApiFailure && error.kind === "refused" ? error.code : null;
