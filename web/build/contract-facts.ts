import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const contractModule = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;

/**
 * The contract's modules declare schemas with a library that must never reach a browser. Of such a module the
 * web gets plain facts: of an endpoint its method, path, access and the JSON kinds its answer may have; of a
 * list or table of values the values. A schema itself is not exported, so importing one fails the build.
 */
export function contractFacts(): Plugin {
  return {
    name: "contract-facts",
    enforce: "pre",
    async load(id) {
      const file = id.split("?")[0] ?? id;
      if (!contractModule.test(file)) return null;
      const source = readFileSync(file, "utf8");
      if (!/from "typebox"/.test(source) && !/from "\.\/endpoint\.ts"/.test(source)) return null;
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(module)
        .flatMap(([key, value]) => factOf(key, value))
        .join("\n");
    },
  };
}

function factOf(key: string, value: unknown): string[] {
  if (typeof value === "function") return [];
  if (isEndpoint(value)) {
    const { method, path, access, idempotent, reply } = value;
    const fact = { method, path, access, idempotent, answers: kindsOf(reply) };
    return [`export const ${key} = ${JSON.stringify(fact)};`];
  }
  const isSchema = typeof value === "object" && value !== null && "~kind" in value;
  return isSchema ? [] : [`export const ${key} = ${JSON.stringify(value)};`];
}

interface SchemaFacts {
  type?: string;
  anyOf?: SchemaFacts[];
}
interface EndpointFacts {
  method: string;
  path: string;
  access: string;
  idempotent?: true;
  reply: SchemaFacts;
}

const isEndpoint = (value: unknown): value is EndpointFacts =>
  typeof value === "object" && value !== null && "method" in value && "reply" in value;

function kindsOf(schema: SchemaFacts): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(kindsOf);
  return schema.type === undefined ? [] : [schema.type];
}
