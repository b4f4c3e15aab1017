import { once } from "node:events";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { testCertificate } from "#test/network/broker-certificate.ts";

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Http2Request {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** One connection to a proxy by HTTP/2 over TLS, whose certificate it verifies. */
export interface Http2Client {
  /** The protocol that the proxy chose by ALPN. */
  readonly protocol: string;
  send(path: string, request?: Http2Request): Promise<Http2Answer>;
  /** Returns the chunks of a response as they arrive. */
  stream(path: string, headers: Readonly<Record<string, string>>): AsyncIterable<string>;
  close(): void;
}

/** @param localAddress the client's address, for limits per address */
export async function openHttp2(port: number, localAddress = "127.0.0.1"): Promise<Http2Client> {
  const socket = connectTls({
    socket: connectTcp({ host: "127.0.0.1", port, localAddress }),
    ca: testCertificate,
    servername: "localhost",
    ALPNProtocols: ["h2", "http/1.1"],
  });
  await once(socket, "secureConnect");
  const session = connect(`https://127.0.0.1:${port}`, { createConnection: () => socket });
  const open = (path: string, { method = "GET", headers, body }: Http2Request) => {
    const request = session.request({
      ":method": method,
      ":path": path,
      ":authority": "chairs.example.com",
      ...headers,
    });
    request.end(body);
    return request;
  };
  return {
    protocol: socket.alpnProtocol || "none",
    async send(path, request = {}) {
      const sent = open(path, request);
      sent.setEncoding("utf8");
      const [headers] = (await once(sent, "response")) as [IncomingHttpHeaders & { ":status": number }];
      let text = "";
      for await (const chunk of sent) text += chunk as string;
      return { status: headers[":status"], headers, text };
    },
    stream(path, headers) {
      const sent = open(path, { headers });
      sent.setEncoding("utf8");
      return sent;
    },
    close: () => session.destroy(),
  };
}
