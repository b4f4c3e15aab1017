import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Access, Permission } from "@reposo/contract/permissions.ts";
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

/** The access rules of an operation that do not depend on the request's fields. */
interface Guarded<A extends Access = Access> {
  readonly access: A;
  readonly managerPermission?: Permission;
}

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
export async function authorize<E extends Guarded>(
  request: FastifyRequest,
  endpoint: E,
): Promise<CallerFor<E["access"]>> {
  const caller = await callerFor(request, endpoint.access);
  requireManagerPermission(caller, endpoint.managerPermission);
  return caller as CallerFor<E["access"]>;
}

/**
 * Requires the permissions of a manager for the values of the request's fields.
 * @throws ProductError permissionMissing
 */
export function authorizeFields(
  caller: Caller,
  { fieldPermissions }: Pick<Endpoint, "fieldPermissions">,
  fields: unknown,
): void {
  if (fieldPermissions === undefined) return;
  const value = (fields as Readonly<Record<string, unknown>>)[fieldPermissions.field];
  if (typeof value === "string") requireManagerPermission(caller, fieldPermissions.permissions[value]);
}

function requireManagerPermission(caller: Caller, permission: Permission | undefined): void {
  if (caller.kind !== "manager" || permission === undefined) return;
  if (!caller.permissions.includes(permission)) throw new ProductError("permissionMissing");
}

async function callerFor(request: FastifyRequest, access: Access): Promise<Caller> {
  if (isCrossSiteWrite(request)) throw new ProductError("permissionMissing");
  if (access === "anyone") return resolveAnyone(request);
  const caller = await resolveToken(request);
  return access === "token" ? caller : requirePermission(caller, access);
}

function requirePermission(
  caller: CustomerCaller | ManagerCaller,
  access: Exclude<Access, "anyone" | "token">,
): ManagerCaller {
  if (caller.kind !== "manager") throw new ProductError("permissionMissing");
  requireManagerPermission(caller, access === "manager" ? undefined : access);
  return caller;
}

/** Authorises the session of an export link, whose request contains no access token. */
export function authorizeFound(
  found: Authentication,
  { access, managerPermission }: Guarded<Exclude<Access, "anyone" | "token">>,
): ManagerCaller {
  const caller = requirePermission(callerOf(found), access);
  requireManagerPermission(caller, managerPermission);
  return caller;
}

/**
 * Whether another site writes. It cannot set the token's header, but can submit forms to operations that need no token.
 */
export function isCrossSiteWrite({ method, headers }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
