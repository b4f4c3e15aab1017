import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

export interface StartCall {
  readonly token: string;
  readonly deviceId: string;
  readonly priceId: string;
}

export interface StartAnswer {
  readonly code: number;
  /** Null if the start was refused. */
  readonly orderId: string | null;
}

/**
 * Creates a client that starts chairs over HTTP on keep-alive connections, by orders that are paid in cash. The caller
 * must close it.
 */
export function createStarter(url: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);

  return {
    start({ token, deviceId, priceId }: StartCall): Promise<StartAnswer> {
      const body = JSON.stringify({ deviceId, priceId, payType: "cash" });
      return new Promise((resolve, reject) => {
        const call = request(
          {
            agent,
            hostname,
            port,
            method: "POST",
            path: "/api/web/api/v1/data-centre/activate",
            headers: {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
              "access-token": token,
              "idempotency-key": randomUUID(),
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("error", reject);
            response.on("end", () => {
              const text = Buffer.concat(chunks).toString("utf8");
              const { code, data } = JSON.parse(text) as { code: number; data: { orderId?: string } | null };
              resolve({ code, orderId: data?.orderId ?? null });
            });
          },
        );
        call.on("error", reject);
        call.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
