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

/** Thrown in place of 401 where the session is good and its user gone, so that `login/info` may answer null. */
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

/** A token that is no good counts as none where none is needed: an old one must not bar the way to a new one. */
async function resolveAnyone(request: FastifyRequest): Promise<Caller> {
  const token = accessTokenOf(request);
  if (!token) return { kind: "anyone" };
  const found = await request.server.service.authenticate(token);
  return found.kind === "valid" ? found.caller : { kind: "anyone" };
}

/**
 * Who calls, if they may: the rule behind every operation, also for the routes that answer without an envelope.
 * Which outlet or order they may touch is the use case's business.
 */
export async function authorize<A extends Access>(request: FastifyRequest, access: A): Promise<CallerFor<A>> {
  return (await callerFor(request, access)) as CallerFor<A>;
}

async function callerFor(request: FastifyRequest, access: Access): Promise<Caller> {
  refuseCrossSite(request);
  if (access === "anyone") return resolveAnyone(request);
  const caller = await resolveToken(request);
  return access === "token" ? caller : permitted(caller, access);
}

function permitted(
  caller: CustomerCaller | ManagerCaller,
  access: Exclude<Access, "anyone" | "token">,
): ManagerCaller {
  if (caller.kind !== "manager") throw new ProductError("permissionMissing");
  if (access !== "manager" && !caller.permissions.includes(access)) {
    throw new ProductError("permissionMissing");
  }
  return caller;
}

/** The same rule over a session that was found by other means than its token. */
export const authorizeFound = (
  found: Authentication,
  access: Exclude<Access, "anyone" | "token">,
): ManagerCaller => permitted(callerOf(found), access);

/**
 * Tokens travel in a header that no foreign page can set without our leave, which we never give. This refuses the
 * rest: a foreign page's form that needs no token. Programs send no such header and are no browsers to mislead.
 */
function refuseCrossSite(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ProductError("permissionMissing");
  }
}
