import type { EarlyCall } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Headers that determine whose data a response contains, in which language, and by which time zone. */
const callerHeaders = ["access-token", "lang", "timezone-offset", "time-zone"] as const;

/**
 * Calls another operation of this server on behalf of the caller of `request`, with the same permissions and limits as
 * a call over the network.
 * @returns the data of the response; null if the operation responds with an error
 */
export type InternalCall = (call: EarlyCall) => Promise<unknown>;

export function createInternalCall(http: FastifyInstance, request: FastifyRequest): InternalCall {
  return async ({ method, url, body }) => {
    const headers = headersOfCaller(request);
    const response = await http.inject({
      method,
      url,
      remoteAddress: request.ip,
      ...(body === null
        ? { headers }
        : { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, payload: body }),
    });
    const { code, data } = response.json<{ code: number; data: unknown }>();
    return code === resultCodes.ok ? data : null;
  };
}

const headersOfCaller = (request: FastifyRequest): Record<string, string | string[]> =>
  Object.fromEntries(
    callerHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
