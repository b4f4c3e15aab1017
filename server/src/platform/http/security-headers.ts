import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { HttpConfig } from "./http-service.ts";

export interface PagePolicy {
  /** Of inline scripts the page carries, such as its data: `'sha256-…'` or `'nonce-…'`. */
  readonly scripts?: readonly string[];
  /** Of inline `<style>` elements. */
  readonly styles?: readonly string[];
  /** Origins beside our own that the page may fetch from or upload to. */
  readonly connect?: readonly string[];
  /** Of pictures beside our own. */
  readonly images?: readonly string[];
}

/**
 * The policy of every answer. A page that inlines its data sets the header again, with the hash of what it inlines.
 * No `upgrade-insecure-requests`: it breaks plain http on a local network. `wasm-unsafe-eval` compiles the scanner.
 * Adverts' pictures may stand on any https host, unless a page says where its pictures come from.
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
    // A rendered page positions things by style attributes; they can load and run nothing under this policy.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...images],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connect],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
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
    // A promise that every later call comes over TLS must not be made on plain http.
    hsts: publicUrl?.startsWith("https:") ? { maxAge: 31_536_000 } : false,
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
