import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { HttpConfig } from "./http-service.ts";

export interface PagePolicy {
  /** Sources of inline scripts, such as `'sha256-…'`. */
  readonly scripts?: readonly string[];
  /** Sources of inline `<style>` elements. */
  readonly styles?: readonly string[];
  /** Other origins that the page may fetch from or upload to. */
  readonly connect?: readonly string[];
  /** Other origins of images; default: every HTTPS origin. */
  readonly images?: readonly string[];
}

/**
 * Builds a content security policy. Every response has one; pages override the header to add the hashes of their inline
 * script and style sheet. `upgrade-insecure-requests` is omitted, since it breaks plain HTTP on a local network.
 * `wasm-unsafe-eval` allows the QR scanner to compile WebAssembly. Advert images may come from any HTTPS host, unless a
 * page restricts them.
 */
export function contentSecurityPolicy({
  scripts = [],
  styles = [],
  connect = [],
  images = ["https:"],
}: PagePolicy = {}): string {
  return Object.entries({
    "default-src": ["'self'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...scripts],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", ...styles],
    // Server-rendered pages use style attributes, which can neither load nor run anything under this policy.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...images],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connect],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    // The app sends all forms by calls. A submission by the browser could only expose a password.
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}

export async function addSecurityHeaders(
  http: FastifyInstance,
  { publicUrl, uploadOrigins = [] }: HttpConfig,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: false,
    // HSTS must not be sent over plain HTTP. Other hosts of the operator's domain may have no HTTPS.
    hsts: publicUrl?.startsWith("https:") ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    xFrameOptions: { action: "deny" },
  });
  const policy = contentSecurityPolicy({ connect: uploadOrigins });
  http.addHook("onRequest", async (_request, reply) => {
    reply.header("content-security-policy", policy);
    reply.header(
      "permissions-policy",
      "camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), screen-wake-lock=(self)",
    );
  });
}
