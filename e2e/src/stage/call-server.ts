import type { Endpoint, Envelope, ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { maxWaitMs } from "./max-wait.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/**
 * Calls an operation directly, without a browser.
 * @returns the response's `data`
 * @throws unless the code is 200, or if the server does not respond within `maxWaitMs`
 */
export async function callServer<E extends Endpoint>(
  { url }: Pick<ServerUnderTest, "url">,
  endpoint: E,
  request: RequestOf<E>,
  token = "",
): Promise<ReplyOf<E>> {
  const response = await fetch(`${url}/api${endpoint.path}`, {
    method: endpoint.method,
    signal: AbortSignal.timeout(maxWaitMs),
    headers: {
      "access-token": token,
      ...(endpoint.method === "POST" && { "content-type": "application/json" }),
    },
    ...(endpoint.method === "POST" && { body: JSON.stringify(request) }),
  });
  const { code, message, data } = (await response.json()) as Envelope<ReplyOf<E>>;
  if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${message}`);
  return data;
}
