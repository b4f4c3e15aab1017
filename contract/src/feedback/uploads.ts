import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Instant, OneOf, Request } from "#fields.ts";

export const getPolicy = endpoint("getPolicy", {
  summary:
    "Creates a POST policy for one file, in the form of Alibaba Cloud OSS PostObject (signature version 1).",
  request: Request({
    dir: Type.Optional(
      Type.String({
        pattern: "^[a-zA-Z0-9_-]{1,32}$",
        default: "default",
        description: "First part of the file's key; the reply's `dir` begins with it.",
      }),
    ),
    resume: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description:
          "Key under which the caller's upload of the same file was interrupted. If the server has kept what it received, the reply continues this upload.",
      }),
    ),
  }),
  reply: Type.Object({
    dir: Type.String({
      description: "Key prefix that is unique to this policy; one file may be stored under it.",
    }),
    policy: Type.String({ description: "Policy as base64 of its JSON." }),
    accessid: Type.String(),
    signature: Type.String({ description: "HMAC-SHA1 of `policy` as base64." }),
    callback: Type.String(),
    host: Type.String({ description: "URL to which the multipart form is posted." }),
    expiresAt: Instant,
    receivedBytes: Type.Integer({
      minimum: 0,
      description:
        "Bytes that the server has kept of the interrupted upload: the form then contains only the rest of the file, the key in `resume`, and this number in the field `offset` before the file. 0: the form contains the whole file.",
    }),
  }),
  codes: ["uploadRefused", "mediaNeedsPaidOrder", "mediaQuota"],
});

export const uploadStates = ["stored", "receiving", "absent"] as const;

export const uploadState = endpoint("uploadState", {
  summary:
    "Retrieves the state of one of the caller's files. Needed after an upload to which OSS responded with HTTP status 203: its callback to this server failed, for example because the file was refused or was still being processed.",
  request: Request({ key: Type.String({ minLength: 1, maxLength: 512 }) }),
  reply: Type.Object({
    state: OneOf(
      uploadStates,
      "State of the file. `stored`: it can be used. `receiving`: it is being processed; poll again. `absent`: upload it again with a new policy.",
    ),
  }),
  codes: [],
});
