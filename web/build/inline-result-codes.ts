import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { Plugin } from "vite";

const read = /\bresultCodes\.([a-zA-Z]\w*)/g;

/**
 * The catalogue of codes grows with the product, and every page would carry all its names for the dozen that it
 * branches on: these become numbers where they are read.
 */
export function inlineResultCodes(): Plugin {
  return {
    name: "inline-result-codes",
    enforce: "pre",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("resultCodes.")) return null;
      return { code: withNumbers(code), map: null };
    },
  };
}

export function withNumbers(code: string): string {
  const codes: Readonly<Record<string, number>> = resultCodes;
  return code.replace(read, (whole, name: string) => String(codes[name] ?? whole));
}
