import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Download {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly firstByteMs: number;
  /** The server's memory at its highest; NaN where there is no /proc, as the next. */
  readonly peakBytes: number;
  /** How far that lies above its highest while the first quarter of the file was sent. */
  readonly growthBytes: number;
  /** What another call took meanwhile, each. */
  readonly othersMs: readonly number[];
}

/** Memory that a process holds in RAM. */
function rssOf(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

const open = (url: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on("error", reject);
  });

/** Fetches a file as fast as it comes and throws it away, while others go on calling. */
export async function download(
  server: { url: string; pid: number },
  { path, token }: { path: string; token: string },
): Promise<Download> {
  let bytes = 0;
  let isOver = false;
  const memory: { readonly sent: number; readonly rss: number }[] = [];
  const watch = (async () => {
    while (!isOver) {
      memory.push({ sent: bytes, rss: rssOf(server.pid) });
      await sleep(50);
    }
  })();
  const othersMs: number[] = [];
  const others = (async () => {
    while (!isOver) {
      const began = performance.now();
      for await (const _ of await open(`${server.url}/api/health/ready`, {})) continue;
      othersMs.push(performance.now() - began);
      await sleep(20);
    }
  })();
  const began = performance.now();
  let firstByteMs = Number.NaN;
  let rows = 0;
  try {
    const response = await open(`${server.url}/api${path}`, { "access-token": token });
    rows = Number(response.headers["export-rows"]);
    if (!(rows >= 0)) throw new Error(`no file but ${response.headers["content-type"]}`);
    for await (const chunk of response) {
      if (bytes === 0) firstByteMs = performance.now() - began;
      bytes += (chunk as Buffer).length;
    }
  } finally {
    isOver = true;
    await Promise.all([watch, others]);
  }
  const seconds = (performance.now() - began) / 1000;
  const peakOf = (samples: typeof memory) => Math.max(...samples.map(({ rss }) => rss));
  const peakBytes = peakOf(memory);
  const growthBytes = peakBytes - peakOf(memory.filter(({ sent }) => sent <= bytes / 4));
  return { rows, bytes, seconds, firstByteMs, peakBytes, growthBytes, othersMs };
}
