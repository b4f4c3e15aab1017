import { maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { getPolicy, uploadState } from "@reposo/contract/feedback/uploads.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import { FormError, readFileForm } from "#platform/http/requests/multipart-form.ts";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { languageOf } from "#platform/http/requests/request-headers.ts";
import type { SecurityEvent } from "#platform/logging/security-log.ts";
import { serve } from "#platform/http/serve.ts";
import type { Uploads } from "./create-uploads.ts";
import { uploadsPath } from "./serving/media-links.ts";
import { isTooSlow, rateWindowMs, type UploadRefusal } from "./media-rules.ts";
import { createUploadSlots, slotLimits } from "./ingest/upload-slots.ts";
import { uploadMessage, UploadRefused } from "./upload-refused.ts";

/** Maximum size of a form: the largest file plus the other fields. */
const maxBodyBytes = maxVideoBytes + 256 * 1024;

export function registerUploadsRoutes(http: FastifyInstance, uploads: Uploads): void {
  serve(http, getPolicy, ({ caller, request: { dir = "default", resume }, ip }) =>
    uploads.issuePolicy(caller, { dir, address: addressKey(ip), resume }),
  );
  http.addHook("preClose", async () => uploads.stop());
  serve(http, uploadState, ({ caller, request }) => uploads.stateOf(caller, request.key));
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("multipart/form-data", (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error));
    if (uploads.receive) addStore(scope, uploads, uploads.receive);
    if (uploads.handleCallback) addCallback(scope, uploads.handleCallback);
    addFiles(scope, uploads);
  });
}

function addStore(scope: FastifyInstance, uploads: Uploads, receive: NonNullable<Uploads["receive"]>): void {
  const takeSlot = createUploadSlots(slotLimits);
  // Pages under another host name of this server upload across origins, so any origin is allowed; the policy authorises
  // the upload.
  scope.options(uploadsPath, (_request, reply) =>
    allowAnyOrigin(reply)
      .header("access-control-allow-methods", "POST")
      .header("access-control-allow-headers", "lang")
      .header("access-control-max-age", "600")
      .code(204)
      .send(),
  );

  scope.post(
    uploadsPath,
    { bodyLimit: maxBodyBytes, config: { ownBodyTimeout: true } },
    async (request, reply) => {
      const startedAt = uploads.now();
      const address = addressKey(request.ip);
      allowAnyOrigin(reply);
      const body = request.body as Readable | undefined;
      const rate = limitRate(request, uploads);
      const disconnected = new AbortController();
      reply.raw.once("close", () => disconnected.abort(new FormError("aborted")));
      try {
        if (body === undefined) throw new UploadRefused("form");
        await readFileForm(body, request.headers["content-type"] ?? "", (fields, file) =>
          receive({
            fields,
            contentType: file.contentType,
            content: file.content,
            startedAt,
            signal: disconnected.signal,
            disconnect: () => request.raw.destroy(),
            onVerified: rate.allowFile,
            takeSlot: (sender) => takeSlot({ address, sender }),
          }),
        );
      } catch (error) {
        // The rest of the body is read within the same limits, because the client reads the response only after it has
        // sent the body.
        request.raw.resume();
        reply.header("connection", "close");
        throw error;
      } finally {
        if (request.raw.complete) rate.stop();
      }
      reply.resultCode = resultCodes.ok;
      return reply.send({ code: resultCodes.ok, message: messageOf("ok", languageOf(request)), data: null });
    },
  );
}

/**
 * Disconnects a client that sends too slowly or too much. `allowFile` is called once the form's fields are verified;
 * until then, the client has only the time for sending them.
 */
function limitRate(request: FastifyRequest, uploads: Uploads): { allowFile(): void; stop(): void } {
  const startMs = uploads.now().getTime();
  let isVerified = false;
  let bytes = 0;
  let window = { startMs, bytes: 0 };
  const { raw } = request;
  const timer = setInterval(() => {
    const nowMs = uploads.now().getTime();
    const progress = {
      isVerified,
      elapsedMs: nowMs - startMs,
      windowMs: nowMs - window.startMs,
      windowBytes: window.bytes,
    };
    if (isTooSlow(progress)) raw.destroy();
    else if (progress.windowMs >= rateWindowMs) window = { startMs: nowMs, bytes: 0 };
  }, 1_000);
  timer.unref();
  raw.on("data", (piece: Buffer) => {
    window.bytes += piece.length;
    bytes += piece.length;
    if (bytes > maxBodyBytes) raw.destroy();
  });
  const stop = () => clearInterval(timer);
  raw.once("close", stop);
  return {
    allowFile: () => {
      isVerified = true;
    },
    stop,
  };
}

function addCallback(scope: FastifyInstance, handle: NonNullable<Uploads["handleCallback"]>): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 16_384 },
    (_request, body, done) => done(null, body),
  );
  scope.post(`${uploadsPath}callback`, async (request, reply) => {
    const publicKeyUrl = request.headers["x-oss-pub-key-url"];
    await handle({
      url: request.url,
      body: typeof request.body === "string" ? request.body : "",
      authorization: request.headers.authorization,
      publicKeyUrl: Array.isArray(publicKeyUrl) ? publicKeyUrl[0] : publicKeyUrl,
    });
    return reply.send({ code: resultCodes.ok, message: messageOf("ok", languageOf(request)), data: null });
  });
}

function addFiles(scope: FastifyInstance, uploads: Uploads): void {
  scope.get(`${uploadsPath}*`, async (request, reply) => {
    const { keyId, expires, signature, variant } = request.query as Record<string, unknown>;
    const key = (request.params as { "*": string })["*"];
    const opened = await uploads.open({ key, keyId, expires, signature, variant }, request.headers.range);
    if (opened.kind === "refused") throw new UploadRefused("policy");
    reply
      .header("x-content-type-options", "nosniff")
      // A browser must never run a file as a page of this site.
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-origin")
      .header("accept-ranges", "bytes");
    if (opened.kind === "outside")
      return reply.code(416).header("content-range", `bytes */${opened.bytes}`).send();
    const { stored, range, contentType, secondsLeft } = opened;
    reply
      .type(contentType)
      .header("content-disposition", "inline")
      .header("cache-control", `private, max-age=${secondsLeft}, immutable`)
      .header("content-length", range ? range.end - range.start + 1 : stored.bytes);
    if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${stored.bytes}`);
    return reply.send(stored.content);
  });
}

const allowAnyOrigin = (reply: FastifyReply): FastifyReply =>
  reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");

const securityEvents: Partial<Record<UploadRefusal, SecurityEvent>> = {
  policy: "upload.forbidden",
  quota: "call.rateLimited",
};

function recordRefusal({ id, ip, routeOptions, server }: FastifyRequest, event: SecurityEvent): void {
  const route = routeOptions.url ?? null;
  server.service.security.record(event, { route, address: addressKey(ip), requestId: id });
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const reason = reasonOf(error);
  // The default error handler handles all other errors.
  if (reason === null) throw error;
  request.server.service.failureLog.info({ err: error, reason, requestId: request.id }, "upload refused");
  const event = securityEvents[reason];
  // A refused link to a file is no security event, because links expire while a page is open.
  if (event !== undefined && request.method === "POST") recordRefusal(request, event);
  reply.resultCode = resultCodes.uploadRefused;
  return reply
    .code(403)
    .header("cache-control", "no-store")
    .send({
      code: resultCodes.uploadRefused,
      message: uploadMessage(reason, languageOf(request)),
      data: { reason },
    });
}

function reasonOf(error: unknown): UploadRefusal | null {
  if (error instanceof UploadRefused) return error.reason;
  if (error instanceof FormError) return "form";
  const { code } = error as { code?: string };
  // Fastify's errors of reading a body, such as an unsupported content type or a body that is too large.
  return code?.startsWith("FST_ERR_CTP") ? "form" : null;
}
