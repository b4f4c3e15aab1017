import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { explainListenError } from "#platform/config/ports.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Serves Prometheus metrics on a separate port. Requests need no token, so the port must not be reachable from the
 * internet.
 * @throws StartError if the port cannot be opened
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || !/^\/(?:api\/)?metrics$/.test(request.url ?? "")) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be read");
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 10_000;
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw explainListenError(error, { hostSetting: "METRICS_HOST", portSettings: ["METRICS_PORT"] });
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
