import type { Request } from "playwright-core";
import type { Phone } from "./phone.ts";

/** Records the calls to the API as the browser sends them, without uploads to the file store. */
export function callsOf({ context }: Pick<Phone, "context">): Request[] {
  const calls: Request[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && request.resourceType() === "fetch") calls.push(request);
  });
  return calls;
}

export const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

/** Returns the calls in which a header of `expected` is missing or has another value. */
export async function callsWithout(
  calls: readonly Request[],
  expected: Record<string, string>,
): Promise<string[]> {
  const faults = calls.map(async (request) => {
    const headers = await request.allHeaders();
    return Object.entries(expected)
      .filter(([name, value]) => headers[name] !== value)
      .map(([name]) => `${nameOf(request)}: ${name} is ${headers[name]}`);
  });
  return (await Promise.all(faults)).flat();
}
