import { type Endpoint, isRead } from "@reposo/contract/endpoint.ts";
import { typedFormats } from "@reposo/contract/text/typed-text.ts";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type FieldProblem, ProductError, type RefusedField } from "#platform/http/product-error.ts";

/** Limits the size of the response: a body of 64 KB can have thousands of errors. */
const maxReportedFields = 20;

/** Forms and query strings contain only text, and may send a list as a single value; Ajv coerces both. */
const validatorsOf = (removeAdditional: boolean) => {
  const formats = Object.fromEntries(Object.keys(typedFormats).map((format) => [format, true] as const));
  const options = { allErrors: true, useDefaults: true, removeAdditional, strict: true, formats } as const;
  return { json: new Ajv(options), form: new Ajv({ ...options, coerceTypes: "array" }) };
};
/** Operations that write reject unknown fields; operations that read remove them. */
const writing = validatorsOf(false);
const reading = validatorsOf(true);

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

/** PostgreSQL cannot store NUL in text; without this check, its error would become `internal`. */
function rejectNul(fields: object): void {
  const containsNul = (value: unknown) => [value].flat().some((one) => String(one).includes("\0"));
  const invalid = Object.entries(fields).filter(([, value]) => containsNul(value));
  if (invalid.length > 0)
    throw new ProductError("invalidRequest", {
      fields: invalid.map(([path]) => ({ path, problem: "format" })),
    });
}

/** Replaces lone surrogates by U+FFFD, because PostgreSQL cannot store them in JSON. */
function replaceLoneSurrogates(fields: Record<string, unknown>): void {
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") return value.toWellFormed();
    return Array.isArray(value) ? value.map(replaced) : value;
  };
  for (const [name, value] of Object.entries(fields)) fields[name] = replaced(value);
}

const decimal = /^-?\d{1,20}(\.\d{1,20})?$/;

/** Finds numeric fields whose text is no decimal number but is coerced by Ajv, such as an empty text to 0. */
function invalidNumbers({ properties = {} }: ObjectSchema, fields: Record<string, unknown>): RefusedField[] {
  return Object.entries(properties)
    .filter(([name, { type }]) => {
      const value = fields[name];
      return (type === "integer" || type === "number") && typeof value === "string" && !decimal.test(value);
    })
    .map(([path]) => ({ path, problem: "type" }));
}

const isTypedFormat = (format: unknown): format is keyof typeof typedFormats =>
  typeof format === "string" && Object.hasOwn(typedFormats, format);

/** Normalises texts that a person has typed. This is done here, so that no operation can omit it. */
function normaliseTyped({ properties = {} }: ObjectSchema, fields: Record<string, unknown>): void {
  for (const [name, { format }] of Object.entries(properties)) {
    const value = fields[name];
    if (isTypedFormat(format) && typeof value === "string") fields[name] = typedFormats[format](value);
  }
}

/** @throws Error at start if a field has the format of typed texts below the top level, where it is not converted */
function rejectNestedTyped({ properties = {} }: ObjectSchema): void {
  const check = (schema: unknown, path: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    if ("format" in schema && isTypedFormat(schema.format))
      throw new Error(`${path} has the format ${schema.format}, which is converted at the top level only`);
    for (const [name, part] of Object.entries(schema)) check(part, `${path}.${name}`);
  };
  for (const [name, schema] of Object.entries(properties))
    for (const [part, nested] of Object.entries(schema)) check(nested, `${name}.${part}`);
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly format?: string }>>;
}

export type RequestValidator = (value: unknown, encoding: "json" | "form") => unknown;

/**
 * Returns a function that normalises typed texts of a request, validates its fields, fills in defaults, and coerces
 * texts of forms. For an operation that reads, the function removes unknown fields. It modifies and returns the given
 * object (or returns undefined, if the operation has no fields), and throws ProductError invalidRequest if a field is
 * invalid.
 */
export function requestValidator(endpoint: Pick<Endpoint, "method" | "reads" | "request">): RequestValidator {
  const schema = endpoint.request;
  const compilers = isRead(endpoint) ? reading : writing;
  const objectSchema = schema ?? { type: "object", properties: {}, additionalProperties: false };
  rejectNestedTyped(objectSchema);
  const validators: Partial<Record<"json" | "form", ValidateFunction>> = {};
  return (value, encoding) => {
    const fields = (value ?? {}) as Record<string, unknown>;
    normaliseTyped(objectSchema, fields);
    // Compiled by the first request: compiling all schemas would take a fifth to a third of the server's start.
    const validate = (validators[encoding] ??= compilers[encoding].compile(objectSchema));
    const invalid = encoding === "form" ? invalidNumbers(objectSchema, fields) : [];
    if (validate(fields) && invalid.length === 0) {
      rejectNul(fields);
      replaceLoneSurrogates(fields);
      return schema === null ? undefined : fields;
    }
    const others = (validate.errors ?? [])
      .map(toRefusedField)
      .filter(({ path }) => !invalid.some((field) => field.path === path));
    throw new ProductError("invalidRequest", { fields: [...invalid, ...others].slice(0, maxReportedFields) });
  };
}
