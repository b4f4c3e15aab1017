import { operations } from "@reposo/contract/operations.ts";
import type { CallOperation } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { FastifyInstance } from "fastify";

export interface OperationCaller {
  /** Headers that determine whose data a response contains, in which language, and by which time zone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly ip: string;
}

/**
 * Returns a function that calls operations of this server on behalf of a caller, with the same permissions and limits
 * as calls over the network. It throws if the operation refuses the call.
 */
export const createOperationCall =
  (http: FastifyInstance, { headers, ip }: OperationCaller): CallOperation =>
  async (name, request) => {
    const { method, path } = operations[name];
    const response = await http.inject({
      method,
      url: `/api${path}`,
      remoteAddress: ip,
      headers,
      ...(method === "GET" ? { query: queryOf(request ?? {}) } : { payload: request ?? {} }),
    });
    const { code, message, data } = response.json<{ code: number; message: string; data: unknown }>();
    if (code !== resultCodes.ok) throw new Error(`${name} refused the call: ${code} ${message}`);
    return data;
  };

const queryOf = (request: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
