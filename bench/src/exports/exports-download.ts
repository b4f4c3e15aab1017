import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Download {
  /** Number of rows according to the response header `export-rows`. */
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly firstByteMs: number;
  /** The server's peak memory while each quarter of the file was received. */
  readonly quarters: readonly Memory[];
  /** Durations of concurrent health calls in milliseconds. */
  readonly othersMs: readonly number[];
}

/** Memory of a process in bytes. */
export interface Memory {
  /** Resident memory of the process. */
  readonly rss: number;
  /** Used heap, including garbage that is not collected yet. */
  readonly heapUsed: number;
  /** Buffers and other memory outside the heap. */
  readonly external: number;
}

const open = (url: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on("error", reject);
  });

/**
 * Downloads a file as fast as it arrives and discards it. During the download, samples the server's memory every 50 ms
 * and makes health calls one after another.
 * @throws Error if the response is not a file
 */
export async function download(
  server: { url: string; memory(): Promise<Memory> },
  { path, token }: { path: string; token: string },
): Promise<Download> {
  let bytes = 0;
  let isOver = false;
  const memory: ({ readonly received: number } & Memory)[] = [];
  const watch = (async () => {
    while (!isOver) {
      memory.push({ received: bytes, ...(await server.memory()) });
      await sleep(50);
    }
  })();
  const othersMs: number[] = [];
  const others = (async () => {
    while (!isOver) {
      const startMs = performance.now();
      for await (const _ of await open(`${server.url}/api/health/ready`, {})) continue;
      othersMs.push(performance.now() - startMs);
      await sleep(20);
    }
  })();
  const startMs = performance.now();
  let firstByteMs = Number.NaN;
  let rows = 0;
  try {
    const response = await open(`${server.url}/api${path}`, { "access-token": token });
    rows = Number(response.headers["export-rows"]);
    if (!(rows >= 0)) throw new Error(`the response is not a file but ${response.headers["content-type"]}`);
    for await (const chunk of response) {
      if (bytes === 0) firstByteMs = performance.now() - startMs;
      bytes += (chunk as Buffer).length;
    }
  } finally {
    isOver = true;
    await Promise.all([watch, others]);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const samples = memory.filter(
      ({ received }) => Math.min(3, Math.floor((4 * received) / bytes)) === quarter,
    );
    const peakOf = (of: keyof Memory) => Math.max(0, ...samples.map((sample) => sample[of]));
    return { rss: peakOf("rss"), heapUsed: peakOf("heapUsed"), external: peakOf("external") };
  });
  return { rows, bytes, seconds, firstByteMs, quarters, othersMs };
}
