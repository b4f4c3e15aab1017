import {
  changePassword,
  guestLogin,
  login,
  loginDevices,
  loginInfo,
  logout,
  publicKey,
} from "@reposo/contract/sessions/login.ts";
import type { FastifyInstance } from "fastify";
import { actorOf } from "#platform/http/caller.ts";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { serve } from "#platform/http/serve.ts";
import type { Login } from "./create-login.ts";
import { toLoginReply, toTokenReply } from "./login-view.ts";

export function registerLoginRoutes(http: FastifyInstance, feature: Login): void {
  serve(http, guestLogin, async ({ caller, request, setCookie }) => {
    const session = await feature.openGuestSession(caller, request.ticket);
    // A customer's session does not replace a manager's (WHO-2).
    if (caller.kind !== "manager") setCookie(session);
    return toTokenReply(session);
  });

  serve(http, publicKey, async () => {
    const { expiresAt, ...issued } = await feature.keys.issue();
    return { ...issued, expiresAt: expiresAt.toISOString() };
  });

  serve(http, login, async ({ request, ip, userAgent, setCookie }) => {
    const session = await feature.logIn({ ...request, address: addressKey(ip), userAgent });
    setCookie(session);
    return toLoginReply(session);
  });

  serve(http, changePassword, async ({ request, caller, ip }) => {
    await feature.changePassword({ ...request, caller, address: addressKey(ip) });
    return null;
  });

  serve(
    http,
    logout,
    async ({ caller, ip }) => {
      await feature.logOut(caller, addressKey(ip));
      http.service.security.record("session.loggedOut", { actor: actorOf(caller), address: addressKey(ip) });
      return null;
    },
    { endsSession: true },
  );

  serve(http, loginDevices, ({ caller }) => feature.devicesOf(caller));

  serve(http, loginInfo, async ({ caller }) => feature.infoOf(caller), { whenUserDeleted: () => null });
}
