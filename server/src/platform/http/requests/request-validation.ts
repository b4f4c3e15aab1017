import { type Endpoint, isRead } from "@reposo/contract/endpoint.ts";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type FieldProblem, ProductError, type RefusedField } from "#platform/http/product-error.ts";

/** A body of 64 KB can break a rule thousands of times; nobody reads so many. */
const mostFieldsNamed = 20;

/** Forms and query strings hold text only, and a name given once is still a list where the schema has a list. */
const validatorsOf = (removeAdditional: boolean) => {
  const options = { allErrors: true, useDefaults: true, removeAdditional, strict: true } as const;
  return { json: new Ajv(options), form: new Ajv({ ...options, coerceTypes: "array" }) };
};
/** Fields that an operation does not know are refused by one that writes and removed for one that reads. */
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

/** Validates, fills in defaults, and coerces text where forms need it; changes the object that it is given. */
export function requestValidator(endpoint: Pick<Endpoint, "method" | "reads" | "request">): RequestValidator {
  const schema = endpoint.request;
  const { json, form } = isRead(endpoint) ? reading : writing;
  const closed = schema ?? { type: "object", properties: {}, additionalProperties: false };
  const validators: Record<"json" | "form", ValidateFunction> = {
    json: json.compile(closed),
    form: form.compile(closed),
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
