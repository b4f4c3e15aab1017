import type { Access } from "@reposo/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { ProductError } from "./product-error.ts";
import {
  actorOf,
  type Authentication,
  type Caller,
  type CallerFor,
  type CustomerCaller,
  type ManagerCaller,
} from "./caller.ts";
import { accessTokenOf } from "./requests/request-headers.ts";

/**
 * Thrown for a valid session of a deleted user. The caller gets code 401, or the response of the operation's option
 * `whenUserDeleted`.
 */
export class UserDeletedError extends ProductError {
  constructor() {
    super("tokenMissing");
  }
}

async function resolveToken(request: FastifyRequest): Promise<CustomerCaller | ManagerCaller> {
  const token = accessTokenOf(request);
  if (!token) throw new ProductError("tokenMissing");
  const caller = callerOf(await request.server.service.authenticate(token));
  request.actor = actorOf(caller);
  return caller;
}

function callerOf(found: Authentication): CustomerCaller | ManagerCaller {
  switch (found.kind) {
    case "valid":
      return found.caller;
    case "unknown":
      throw new ProductError("tokenMissing");
    case "endedElsewhere":
      throw new ProductError("tokenExpired");
    case "disabled":
      throw new ProductError("accountDisabled");
    case "userDeleted":
      throw new UserDeletedError();
  }
}

/** Ignores an invalid token: an operation that needs no token, such as a login, must not fail because of it. */
async function resolveAnyone(request: FastifyRequest): Promise<Caller> {
  const token = accessTokenOf(request);
  if (!token) return { kind: "anyone" };
  const found = await request.server.service.authenticate(token);
  return found.kind === "valid" ? found.caller : { kind: "anyone" };
}

/** Authenticates and authorises the caller of a route; access to an outlet or order is checked by the use case. */
export async function authorize<A extends Access>(request: FastifyRequest, access: A): Promise<CallerFor<A>> {
  return (await callerFor(request, access)) as CallerFor<A>;
}

async function callerFor(request: FastifyRequest, access: Access): Promise<Caller> {
  refuseCrossSite(request);
  if (access === "anyone") return resolveAnyone(request);
  const caller = await resolveToken(request);
  return access === "token" ? caller : requirePermission(caller, access);
}

function requirePermission(
  caller: CustomerCaller | ManagerCaller,
  access: Exclude<Access, "anyone" | "token">,
): ManagerCaller {
  if (caller.kind !== "manager") throw new ProductError("permissionMissing");
  if (access !== "manager" && !caller.permissions.includes(access)) {
    throw new ProductError("permissionMissing");
  }
  return caller;
}

/** Authorises the session of an export link, whose request contains no access token. */
export const authorizeFound = (
  found: Authentication,
  access: Exclude<Access, "anyone" | "token">,
): ManagerCaller => requirePermission(callerOf(found), access);

/**
 * Refuses writes by other sites. They cannot set the token's header, but can submit forms to operations that need no
 * token.
 */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ProductError("permissionMissing");
  }
}
