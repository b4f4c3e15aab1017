import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { testCertificate, testKey } from "./broker-certificate.ts";
import { findQuietPort } from "./quiet-port.ts";

export interface Nginx {
  readonly httpPort: number;
  readonly httpsPort: number;
  stop(): Promise<void>;
}

const operatingPage = join(import.meta.dirname, "..", "..", "..", "docs", "operating.md");

async function documentedConfig(): Promise<string> {
  const page = await readFile(operatingPage, "utf8");
  const section = page.slice(page.indexOf("\n## TLS with nginx\n")).split("\n## ")[1] ?? "";
  const [block] = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text as string);
  if (block === undefined) throw new Error("the operating page gives no configuration of nginx");
  return block;
}

/** Returns the path of nginx: the test runner sets it; a single test file uses the installed nginx. */
function nginxPath(): string {
  const found = [process.env["NGINX_PATH"], "/usr/sbin/nginx", "/opt/homebrew/bin/nginx"].find(
    (path) => path !== undefined && existsSync(path),
  );
  return found ?? "nginx";
}

/**
 * Starts the installed nginx in front of a server, configured as docs/operating.md describes, on separate ports and
 * files.
 */
export async function openNginx(folder: string, upstreamPort: number): Promise<Nginx> {
  const [httpPort, httpsPort] = [await findQuietPort(), await findQuietPort()];
  const path = (name: string) => join(folder, name);
  // Paths are quoted, because the folder's name contains a space.
  const file = (name: string) => `"${path(name)}"`;
  await writeFile(path("certificate.pem"), testCertificate);
  await writeFile(path("key.pem"), testKey, { mode: 0o600 });
  const site = (await documentedConfig())
    .replace("server 127.0.0.1:8080;", `server 127.0.0.1:${upstreamPort};`)
    .replace("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${httpsPort} ssl http2;`)
    .replace("/etc/ssl/reposo.crt", file("certificate.pem"))
    .replace("/etc/ssl/reposo.key", file("key.pem"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${file(name)};`,
  );
  const lines = [
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "daemon off;",
    "worker_processes 1;",
    `pid ${file("nginx.pid")};`,
    "error_log stderr;",
    "events { worker_connections 256; }",
    `http { access_log off; ${temporary.join(" ")}`,
    site,
    "}",
  ];
  await writeFile(path("nginx.conf"), lines.join("\n"));
  const child = spawn(nginxPath(), ["-p", folder, "-c", path("nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await accepts(httpsPort, child, () => output);
  return {
    httpPort,
    httpsPort,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function accepts(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${output()}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
  throw new Error(`nginx does not accept connections: ${output()}`);
}
