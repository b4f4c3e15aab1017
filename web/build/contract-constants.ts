import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { Plugin } from "vite";

const contractModule = /[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

/**
 * The contract's modules declare schemas with a library that is too large for browsers (8 to 12 kB,
 * docs/decisions/0032). This plugin replaces each module that declares schemas or endpoints by constants: its values,
 * and for each endpoint its method, path, access, idempotency, and the JSON types of its reply. The replaced module
 * exports no schemas and no functions, so the build fails if the web imports one. The plugin also replaces result codes
 * by their numbers, in all modules.
 */
export function contractConstants(): Plugin {
  return {
    name: "contract-constants",
    enforce: "pre",
    async load(id) {
      const file = id.split("?")[0] ?? id;
      if (!contractModule.test(file)) return null;
      const source = readFileSync(file, "utf8");
      if (!/from "typebox"/.test(source) && !/from "#endpoint\.ts"/.test(source)) return null;
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(module)
        .flatMap(([key, value]) => constantOf(key, value))
        .join("\n");
    },
    transform: (code) => (code.includes("resultCodes.") ? { code: withResultCodes(code), map: null } : null),
  };
}

/** Replaces each used result code by its number, so that the bundles do not contain the list of all codes. */
const withResultCodes = (code: string): string =>
  code.replace(/\bresultCodes\.(\w+)/g, (match, name: keyof typeof resultCodes) =>
    String((resultCodes[name] as number | undefined) ?? match),
  );

function constantOf(key: string, value: unknown): string[] {
  if (typeof value === "function") return [];
  if (isEndpoint(value)) {
    const { method, path, access, idempotent, reply } = value;
    const constant = { method, path, access, idempotent, answers: kindsOf(reply) };
    return [`export const ${key} = ${JSON.stringify(constant)};`];
  }
  const isSchema = typeof value === "object" && value !== null && "~kind" in value;
  return isSchema ? [] : [`export const ${key} = ${JSON.stringify(value)};`];
}

interface SchemaFields {
  type?: string;
  anyOf?: SchemaFields[];
}
interface EndpointFields {
  method: string;
  path: string;
  access: string;
  idempotent?: true;
  reply: SchemaFields;
}

const isEndpoint = (value: unknown): value is EndpointFields =>
  typeof value === "object" && value !== null && "method" in value && "reply" in value;

/** Returns the JSON types that a schema allows, such as `object` and `null`. */
function kindsOf(schema: SchemaFields): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(kindsOf);
  return schema.type === undefined ? [] : [schema.type];
}
