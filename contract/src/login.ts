import { Type } from "typebox";
import { endpoint, permissions } from "./endpoint.ts";
import { CurrencyField, Instant, longestGivenId, Nullable, OneOf, Request } from "./fields.ts";
import { leastPasswordLength, mostPasswordBytes } from "./password-rules.ts";

const Token = Type.Object({
  token: Type.String({ description: "Opaque, 256 random bits, for the Access-Token header." }),
  expiresAt: Instant,
});

export const guestLogin = endpoint({
  name: "guestLogin",
  method: "POST",
  path: "/web/api/v1/login/guest",
  access: "anyone",
  summary: "A customer token for this browser; lasts 180 days from its last use.",
  request: Request({
    deviceId: Type.Optional(
      Type.String({ minLength: 1, maxLength: longestGivenId, description: "Chair that was scanned." }),
    ),
    ticket: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          "From a payment's return address: the token may see that one order too. Good for one hour.",
      }),
    ),
  }),
  reply: Token,
  codes: [],
});

export const publicKey = endpoint({
  name: "publicKey",
  method: "GET",
  path: "/web/api/v1/login/public-key",
  access: "anyone",
  summary: "The key and the one-time nonce for one login or one change of password.",
  request: null,
  reply: Type.Object({
    keyId: Type.String(),
    publicKey: Type.String({ description: "Base64 of the SPKI form, for RSA-OAEP with SHA-256." }),
    nonce: Type.String({ description: "Goes into the encrypted JSON; good once." }),
    expiresAt: Instant,
  }),
  codes: [],
});

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/web/api/v1/login/login",
  access: "anyone",
  summary: "Opens an outlet manager's session and ends that manager's earlier one.",
  request: Request({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Base64 of the RSA-OAEP ciphertext of {"password","nonce"}.',
    }),
    keyId: Type.String({ minLength: 1, maxLength: 64 }),
  }),
  reply: Token,
  codes: ["loginRefused", "notOutletManager", "tooManyTries", "loginKeySpent", "accountDisabled"],
});

const EncryptedPassword = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description: `${what}: base64 of the RSA-OAEP ciphertext of {"password","nonce"}.`,
  });

export const changePassword = endpoint({
  name: "changePassword",
  method: "POST",
  path: "/web/api/v1/login/password",
  access: "manager",
  summary:
    "Changes the caller's own password. Every other session of the account ends; the caller's continues. Tries are limited like logins.",
  request: Request({
    currentPassword: EncryptedPassword("The password that is valid now"),
    newPassword: EncryptedPassword(
      `The new password, at least ${leastPasswordLength} characters and at most ${mostPasswordBytes} bytes as JSON, with the same nonce as the current one`,
    ),
    keyId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "From publicKey: both ciphertexts were made with its key and its nonce.",
    }),
  }),
  reply: Type.Null(),
  codes: ["passwordWrong", "passwordUnsuitable", "tooManyTries", "loginKeySpent"],
});

export const logout = endpoint({
  name: "logout",
  method: "POST",
  path: "/web/api/v1/login/logout",
  access: "token",
  summary: "Ends the session; its token never works again.",
  request: null,
  reply: Type.Null(),
  codes: [],
});

export const UserInfo = Type.Object({
  id: Type.String(),
  kind: OneOf(["outletManager", "customer"]),
  name: Type.String(),
  phone: Nullable(Type.String()),
  permissions: Type.Array(OneOf(permissions)),
  country: Type.String({ description: "ISO 3166 alpha-2." }),
  currency: CurrencyField,
  timeZone: Nullable(
    Type.String({
      description: "IANA name; what a call without Timezone-Offset is answered in. A customer has none.",
    }),
  ),
  outlets: Type.Array(Type.Object({ areaId: Type.String(), areaName: Type.String() })),
});

export const loginInfo = endpoint({
  name: "loginInfo",
  method: "GET",
  path: "/web/api/v1/login/info",
  access: "token",
  summary: "Who holds this token; null where the token is good and its user deleted.",
  request: null,
  reply: Nullable(UserInfo),
  codes: [],
});
