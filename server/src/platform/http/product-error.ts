import type { ResultName } from "@reposo/contract/result-codes.ts";

/** Why a field is invalid; selects the message in the caller's language. */
export type FieldProblem =
  | "required"
  | "unknown"
  | "type"
  | "choice"
  | "format"
  | "tooShort"
  | "tooLong"
  | "range";

export interface RefusedField {
  readonly path: string;
  readonly problem: FieldProblem;
}

export interface ProductErrorOptions {
  /** The envelope's `data`, which also fills the message's placeholders; null if the code has no data. */
  readonly data?: unknown;
  /** Invalid fields, for the code `invalidRequest`. */
  readonly fields?: readonly RefusedField[];
  readonly cause?: unknown;
}

/** An error with a code of the catalogue, which clients receive in an envelope. */
export class ProductError extends Error {
  readonly resultName: ResultName;
  readonly data: unknown;
  readonly fields: readonly RefusedField[];

  constructor(resultName: ResultName, options: ProductErrorOptions = {}) {
    super(resultName, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProductError";
    this.resultName = resultName;
    this.data = options.data ?? null;
    this.fields = options.fields ?? [];
  }
}

/**
 * Creates an error with code 400 for a field that the schema cannot check, such as an end date before the start date.
 */
export function invalidField(path: string, problem: FieldProblem): ProductError {
  return new ProductError("invalidRequest", { fields: [{ path, problem }] });
}
