import type { FastifyReply } from "fastify";

/**
 * Cookie with a copy of the session's token. Only the route that renders documents reads it, so that no call of the API
 * can be made with it. It has no `__Host-` prefix, because browsers refuse such cookies on plain http, which the demo
 * uses.
 */
export const sessionCookie = "reposo.session";

export interface IssuedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Sets the cookie, which expires with the token; null deletes it. */
export function setSessionCookie(reply: FastifyReply, session: IssuedSession | null): void {
  const { clock, config } = reply.server.service;
  const leftMs = session === null ? 0 : session.expiresAt.getTime() - clock.now().getTime();
  const isSecure = reply.request.protocol === "https" || config.publicUrl?.startsWith("https:") === true;
  reply.header(
    "set-cookie",
    `${sessionCookie}=${session?.token ?? ""}; Path=/; Max-Age=${Math.max(0, Math.floor(leftMs / 1000))}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  );
}
