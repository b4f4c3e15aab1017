import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { serveParent } from "#child-process.ts";

export interface PeerWebTask {
  /** Folder with the peer's build. */
  readonly folder: string;
  /** The product's server, which serves the peer's calls. */
  readonly api: string;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/**
 * Serves the peer's build under the same conditions as the product's: compressed in advance, and with immutable assets.
 * Forwards the peer's calls to the product's server.
 */
serveParent<PeerWebTask>(async ({ folder, api }) => {
  const files = new Map<string, { type: string; body: Buffer }>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const type = types[extname(entry.name)];
    if (type === undefined) continue;
    const path = file.slice(folder.length).replaceAll(sep, "/");
    files.set(path, { type, body: brotliCompressSync(readFileSync(file)) });
  }

  function sendFile(path: string, response: ServerResponse): void {
    const asset = files.get(path);
    const sent = asset ?? files.get("/index.html");
    if (sent === undefined) throw new Error("the peer has no index.html");
    const { type, body } = sent;
    response.writeHead(200, {
      "content-type": type,
      "content-encoding": "br",
      "content-length": body.length,
      "cache-control": asset === undefined ? "no-cache" : "public, max-age=31536000, immutable",
    });
    response.end(body);
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = "" } = incoming;
    const proxied = request(api + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    proxied.on("error", () => response.destroy());
    incoming.pipe(proxied);
  }

  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://peer");
    if (pathname.startsWith("/api/")) forward(incoming, response);
    else sendFile(pathname, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ready: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
});
