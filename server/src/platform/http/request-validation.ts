import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { type FieldProblem, ProductError, type RefusedField } from "#platform/product-error.ts";

/** A body of 64 KB can break a rule thousands of times; nobody reads so many. */
const mostFieldsNamed = 20;

const options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: true } as const;

/** JSON says what it means. */
const exact = new Ajv({ ...options });
/** Forms and query strings know strings only, and a name that is given once is still a list where lists go. */
const lenient = new Ajv({ ...options, coerceTypes: "array" });

const problems: Record<string, FieldProblem> = {
  required: "required",
  additionalProperties: "unknown",
  type: "type",
  enum: "choice",
  const: "choice",
  anyOf: "choice",
  minLength: "tooShort",
  minItems: "tooShort",
  maxLength: "tooLong",
  maxItems: "tooLong",
  minimum: "range",
  maximum: "range",
};

function toRefusedField(error: ErrorObject): RefusedField {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const name = params.missingProperty ?? params.additionalProperty;
  const parts = error.instancePath.split("/").slice(1);
  if (name !== undefined) parts.push(name.slice(0, 64));
  return { path: parts.join("."), problem: problems[error.keyword] ?? "format" };
}

/** No text of PostgreSQL's holds a NUL; met there, it would look like a fault of ours. */
function refuseNul(fields: object): void {
  const holdsNul = (value: unknown) => [value].flat().some((one) => String(one).includes("\0"));
  const refused = Object.entries(fields).filter(([, value]) => holdsNul(value));
  if (refused.length > 0)
    throw new ProductError("invalidRequest", {
      fields: refused.map(([path]) => ({ path, problem: "format" })),
    });
}

const decimal = /^-?\d{1,20}(\.\d{1,20})?$/;

/** The library reads a blank as zero and "Infinity" as a number that is within any bounds. */
function misspeltNumbers({ properties = {} }: ObjectSchema, fields: Record<string, unknown>): RefusedField[] {
  return Object.entries(properties)
    .filter(([name, { type }]) => {
      const value = fields[name];
      return (type === "integer" || type === "number") && typeof value === "string" && !decimal.test(value);
    })
    .map(([path]) => ({ path, problem: "type" }));
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

export type RequestValidator = (value: unknown, encoding: "json" | "form") => unknown;

/** `null` where the operation takes no fields: any field is then one too many. */
export function requestValidator(schema: TSchema | null): RequestValidator {
  const closed = schema ?? { type: "object", properties: {}, additionalProperties: false };
  const validators: Record<"json" | "form", ValidateFunction> = {
    json: exact.compile(closed),
    form: lenient.compile(closed),
  };
  return (value, encoding) => {
    const fields = value ?? {};
    const validate = validators[encoding];
    const misspelt = encoding === "form" ? misspeltNumbers(closed, fields as Record<string, unknown>) : [];
    if (validate(fields) && misspelt.length === 0) {
      refuseNul(fields);
      return schema === null ? undefined : fields;
    }
    const broken = (validate.errors ?? [])
      .map(toRefusedField)
      .filter(({ path }) => !misspelt.some((field) => field.path === path));
    throw new ProductError("invalidRequest", { fields: [...misspelt, ...broken].slice(0, mostFieldsNamed) });
  };
}
