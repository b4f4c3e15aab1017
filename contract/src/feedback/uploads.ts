import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Instant, OneOf, Request } from "#fields.ts";

export const getPolicy = endpoint({
  name: "getPolicy",
  method: "GET",
  path: "/web/api/v1/file/getPolicy",
  access: "token",
  summary: "A POST policy in the style of Alibaba Cloud OSS PostObject (signature version 1) for one file.",
  request: Request({
    dir: Type.Optional(Type.String({ pattern: "^[a-zA-Z0-9_-]{1,32}$", default: "default" })),
  }),
  reply: Type.Object({
    dir: Type.String({ description: "Fresh for each policy; one file may be stored under it." }),
    policy: Type.String({ description: "Base64 of the policy's JSON." }),
    accessid: Type.String(),
    signature: Type.String({ description: "Base64 of HMAC-SHA1 over `policy`." }),
    callback: Type.String(),
    host: Type.String({ description: "Where the multipart form goes." }),
    expiresAt: Instant,
  }),
  codes: ["uploadRefused", "mediaNeedsPaidOrder", "mediaQuota"],
});

export const uploadStates = ["stored", "receiving", "absent"] as const;

export const uploadState = endpoint({
  name: "uploadState",
  method: "GET",
  path: "/web/api/v1/file/state",
  access: "token",
  summary:
    "State of one of the caller's files, for clients that received 203 from OSS because its callback took longer than five seconds.",
  request: Request({ key: Type.String({ minLength: 1, maxLength: 512 }) }),
  reply: Type.Object({
    state: OneOf(
      uploadStates,
      "`receiving`: being processed; poll again. `absent`: upload it again with a new policy.",
    ),
  }),
  codes: [],
});
