import { Type } from "typebox";
import { endpoint, permissions } from "#endpoint.ts";
import { CurrencyField, Instant, longestGivenId, Nullable, OneOf, Request } from "#fields.ts";
import { leastPasswordLength, mostPasswordBytes } from "./password-rules.ts";

const Token = Type.Object({
  token: Type.String({ description: "Opaque, for the Access-Token header." }),
  expiresAt: Instant,
});

export const guestLogin = endpoint({
  name: "guestLogin",
  method: "POST",
  path: "/web/api/v1/login/guest",
  access: "anyone",
  summary:
    "A customer token for this browser: it lasts 7 days, and from the first order on 180 days from its last use.",
  request: Request({
    deviceId: Type.Optional(
      Type.String({ minLength: 1, maxLength: longestGivenId, description: "Chair that was scanned." }),
    ),
    ticket: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          "From a payment's return address. The first call within an hour redeems it; its customer may see, stop, extend " +
          "and report a problem with that one order for 24 hours. Later calls grant nothing.",
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

const PasswordExpiresAt = Nullable(
  Instant,
  "When the manager's initial password stops working, unless it is changed before. Null for one that the manager " +
    "chose, and for a customer.",
);

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/web/api/v1/login/login",
  access: "anyone",
  summary:
    "Opens an outlet manager's session, which ends after 30 days, and ends that manager's earlier one.",
  request: Request({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Base64 of the RSA-OAEP ciphertext of {"password","nonce"}.',
    }),
    keyId: Type.String({ minLength: 1, maxLength: 64 }),
    browser: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{32}$",
        description:
          "128 random bits that the browser keeps, sent with each of its logins. A browser that has logged into the " +
          "account in the last 90 days is not held up by guesses from elsewhere.",
      }),
    ),
  }),
  reply: Type.Object({ ...Token.properties, passwordExpiresAt: PasswordExpiresAt }),
  codes: [
    "loginRefused",
    "notOutletManager",
    "tooManyTries",
    "loginKeySpent",
    "accountDisabled",
    "passwordExpired",
  ],
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
  codes: ["passwordWrong", "passwordUnsuitable", "passwordCommon", "tooManyTries", "loginKeySpent"],
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
  passwordExpiresAt: PasswordExpiresAt,
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
