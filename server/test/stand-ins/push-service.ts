import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { PushMessage } from "@reposo/contract/alerts/notifications.ts";
import { decrypt } from "http_ece";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";

export interface ReceivedPush {
  readonly path: string;
  readonly message: PushMessage;
  readonly ttlSeconds: number;
  readonly topic: string;
  readonly vapid: {
    readonly publicKey: string;
    readonly aud: string;
    readonly sub: string;
    readonly exp: number;
  };
}

export interface StubBrowser {
  readonly path: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushService {
  readonly origin: string;
  /** Accepted messages, decrypted, in the order in which they arrived. */
  readonly received: ReceivedPush[];
  /** Number of requests by path, including refused requests. */
  readonly attempts: Map<string, number>;
  /** Creates a browser that subscribes to this push service. */
  subscribe(): StubBrowser;
  /** Sets the response to all further messages to a browser; 201 initially. */
  answer(browser: StubBrowser, status: number): void;
  close(): Promise<void>;
}

/**
 * Starts a push service that verifies the sender according to RFC 8292 and decrypts messages according to RFC 8291, as the
 * browser would. Uses other libraries than the sender where possible. Refuses an invalid message with 400.
 */
export async function startPushService(): Promise<PushService> {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, testCertificate]);
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: string; status: number }>();
  const received: ReceivedPush[] = [];
  const attempts = new Map<string, number>();
  let origin = "";

  const server: Server = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    const path = request.url ?? "";
    attempts.set(path, (attempts.get(path) ?? 0) + 1);
    void buffer(request).then((body) => {
      const browser = browsers.get(path);
      if (browser === undefined) return response.writeHead(404).end();
      if (browser.status !== 201) return response.writeHead(browser.status).end();
      try {
        const vapid = verifyVapid(request.headers.authorization ?? "", origin);
        if (request.headers["content-encoding"] !== "aes128gcm") throw new Error("not encrypted");
        const plain = decrypt(body, {
          version: "aes128gcm",
          privateKey: browser.pair,
          authSecret: browser.auth,
        });
        received.push({
          path,
          message: JSON.parse(plain.toString("utf8")) as PushMessage,
          ttlSeconds: Number(request.headers["ttl"]),
          topic: String(request.headers["topic"]),
          vapid,
        });
        response.writeHead(201).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    received,
    attempts,
    subscribe() {
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = randomBytes(16).toString("base64url");
      const path = `/push/${randomBytes(12).toString("hex")}`;
      browsers.set(path, { pair, auth, status: 201 });
      return { path, endpoint: origin + path, p256dh: pair.getPublicKey().toString("base64url"), auth };
    },
    answer({ path }, status) {
      const browser = browsers.get(path);
      if (browser === undefined) throw new Error(`no browser at ${path}`);
      browser.status = status;
    },
    close: () =>
      new Promise((resolve) => {
        // The trust store is restored, because it belongs to the process, which other test files share.
        setDefaultCACertificates(trusted);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @throws Error if the signature does not match, or if the token is for another service or expires too late */
function verifyVapid(authorization: string, origin: string): ReceivedPush["vapid"] {
  const { token = "", publicKey = "" } =
    /^vapid t=(?<token>[\w.-]+), k=(?<publicKey>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the signature does not match");
  const { alg } = JSON.parse(Buffer.from(header, "base64url").toString()) as { alg: string };
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as ReceivedPush["vapid"];
  const leftSeconds = exp - Date.now() / 1000;
  if (alg !== "ES256" || aud !== origin || leftSeconds <= 0 || leftSeconds > 86_400)
    throw new Error("the token is not valid here");
  return { publicKey, aud, sub, exp };
}
