import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface BucketStandIn {
  readonly endpoint: string;
  readonly objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** Makes the next calls of this method respond with this status. */
  failNext(method: string, status: number, times?: number): void;
  /** Delays the response to the next call of this method until the returned function is called. */
  delayNext(method: string): () => void;
  /** Names of stored objects, in the order in which they were put. */
  readonly puts: string[];
  close(): Promise<void>;
}

export const bucketKeys = { accessKeyId: "AKIDREPOSOTEST", secretAccessKey: "a-secret-of-the-test" };

/** Maximum number of objects in one list: less than the 1,000 of S3, so that tests need fewer objects. */
const maxListed = 100;

/**
 * Opens a stand-in for an S3 bucket over HTTP: PUT, GET with a range, DELETE by path, and errors in XML. Verifies the
 * signature (version 4) of every request.
 */
export async function openBucketStandIn(bucket: string): Promise<BucketStandIn> {
  const objects: BucketStandIn["objects"] = new Map();
  const puts: string[] = [];
  const holds: { method: string; released: Promise<void> }[] = [];
  const failures: { method: string; status: number }[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { method = "", url = "" } = request;
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const planned = failures.findIndex((one) => one.method === method);
    if (planned >= 0) return void fail(failures.splice(planned, 1)[0]?.status ?? 500, "InternalError");
    const held = holds.findIndex((one) => one.method === method);
    if (held >= 0) await holds.splice(held, 1)[0]?.released;
    if (!isSigned(request)) return void fail(403, "SignatureDoesNotMatch");
    const { pathname: path, searchParams } = new URL(url, "http://s3");
    if (searchParams.get("list-type") === "2") {
      const after = searchParams.get("continuation-token") ?? "";
      const found = [...objects.keys()]
        .filter((one) => one.startsWith(searchParams.get("prefix") ?? "") && one > after)
        .sort();
      const listed = found.slice(0, maxListed);
      const contents = listed.map((one) => `<Contents><Key>${one}</Key></Contents>`).join("");
      const isTruncated = found.length > maxListed;
      const next = isTruncated ? `<NextContinuationToken>${listed.at(-1)}</NextContinuationToken>` : "";
      const truncated = `<IsTruncated>${isTruncated}</IsTruncated>${next}`;
      return void response
        .writeHead(200, { "content-type": "application/xml" })
        .end(`<?xml version="1.0"?><ListBucketResult>${truncated}${contents}</ListBucketResult>`);
    }
    if (!path.startsWith(`/${bucket}/`)) return void fail(404, "NoSuchBucket");
    const key = decodeURIComponent(path.slice(bucket.length + 2));

    if (method === "PUT") {
      if (Number(request.headers["content-length"]) !== bytes.length) return void fail(400, "IncompleteBody");
      puts.push(key);
      objects.set(key, { bytes, contentType: request.headers["content-type"] ?? "" });
      response.writeHead(200, { etag: `"${createHash("md5").update(bytes).digest("hex")}"` }).end();
    } else if (method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const found = objects.get(key);
      if (!found) return void fail(404, "NoSuchKey");
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      const [from, to] = range ? [Number(range[1]), Number(range[2])] : [0, found.bytes.length - 1];
      const part = found.bytes.subarray(from, to + 1);
      response
        .writeHead(range ? 206 : 200, {
          "content-type": found.contentType,
          "content-length": part.length,
          ...(range && { "content-range": `bytes ${from}-${to}/${found.bytes.length}` }),
        })
        .end(part);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    puts,
    delayNext: (method) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.push({ method, released: promise });
      return resolve;
    },
    failNext: (method, status, times = 1) => {
      for (let i = 0; i < times; i += 1) failures.push({ method, status });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

function isSigned(request: IncomingMessage): boolean {
  const authorization = request.headers.authorization ?? "";
  const [, id, day, region, signedHeaders = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  if (id !== bucketKeys.accessKeyId || day === undefined || region === undefined) return false;
  const url = new URL(request.url ?? "", "http://s3");
  const headers = signedHeaders
    .split(";")
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join("");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    signedHeaders,
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const toSign = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    `${day}/${region}/s3/aws4_request`,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = ["s3", "aws4_request"].reduce(
    (secret, part) => hmac(secret, part),
    hmac(hmac(`AWS4${bucketKeys.secretAccessKey}`, day), region),
  );
  return hmac(key, toSign).toString("hex") === signature;
}
