import type { ResultName } from "@reposo/contract/result-codes.ts";

/** Why a field was refused; the message in the caller's language is made from it. */
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
  /** The envelope's `data`, which also fills the message's places; null where the code carries none. */
  readonly data?: unknown;
  readonly fields?: readonly RefusedField[];
  readonly cause?: unknown;
}

/** The one error a use case throws to end a call: a code of the catalogue, turned into an envelope in one place. */
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

/** Code 400 over one field whose fault the schema cannot see (a cursor of another list, an end before its start). */
export function invalidField(path: string, problem: FieldProblem): ProductError {
  return new ProductError("invalidRequest", { fields: [{ path, problem }] });
}
