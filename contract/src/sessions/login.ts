import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { permissions } from "#permissions.ts";
import { CurrencyField, Instant, maxGivenIdLength, Nullable, OneOf, Request } from "#fields.ts";
import { minPasswordLength, maxPasswordBytes } from "./password-rules.ts";

const Token = Type.Object({
  token: Type.String({ description: "Opaque token for the Access-Token header." }),
  expiresAt: Instant,
});

export const guestLogin = endpoint("guestLogin", {
  summary:
    "Creates a customer token for this browser. The token expires after 7 days, or, once the customer has placed an order or redeemed a ticket, 180 days after its last use.",
  request: Request({
    deviceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxGivenIdLength,
        description: "ID of the scanned chair; the server ignores it.",
      }),
    ),
    ticket: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          "Ticket from the return URL of a payment. The first call within an hour redeems it: for 24 hours, the customer " +
          "of the returned token may view, stop, and extend the paid order and send feedback on it. In later calls, neither this ticket nor another of the order has an effect.",
      }),
    ),
  }),
  reply: Token,
  codes: [],
});

export const publicKey = endpoint("publicKey", {
  summary:
    "Returns the current public key, which is replaced after 24 hours, and a new nonce for one login or one change of password.",
  request: null,
  reply: Type.Object({
    keyId: Type.String(),
    publicKey: Type.String({ description: "Public key for RSA-OAEP with SHA-256, in SPKI form as base64." }),
    nonce: Type.String({ description: "Nonce to include in the encrypted JSON; valid once." }),
    expiresAt: Instant,
  }),
  codes: [],
});

const PasswordExpiresAt = Nullable(
  Instant,
  "Instant at which the manager's initial password expires unless it is changed. Null for a password that the manager " +
    "chose, and for customers.",
);

const EncryptedPassword = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description: `${what}: base64 of the RSA-OAEP ciphertext of {"password","nonce"}.`,
  });

export const login = endpoint("login", {
  summary:
    "Logs in an outlet manager. The session expires after 30 days, but not later than an initial password; an earlier session of the account ends.",
  request: Request({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: EncryptedPassword("Password and nonce"),
    keyId: Type.String({ minLength: 1, maxLength: 64 }),
    browser: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{32}$",
        description:
          "128 random bits in hexadecimal that the browser stores and sends with each login. A browser that logged in to " +
          "the account within 90 days is not blocked by failed attempts of other browsers.",
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

export const changePassword = endpoint("changePassword", {
  summary:
    "Changes the caller's password and ends all other sessions of the account. Attempts are limited like logins.",
  request: Request({
    currentPassword: EncryptedPassword("The current password"),
    newPassword: EncryptedPassword(
      `The new password, at least ${minPasswordLength} characters and at most ${maxPasswordBytes} bytes as JSON, with the same nonce as the current one`,
    ),
    keyId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "`keyId` from publicKey whose key and nonce were used for both passwords.",
    }),
  }),
  reply: Type.Null(),
  codes: [
    "passwordWrong",
    "passwordUnsuitable",
    "passwordCommon",
    "passwordUnchanged",
    "tooManyTries",
    "loginKeySpent",
  ],
});

export const logout = endpoint("logout", {
  summary:
    "Ends the session; for a customer, all sessions of the customer. Their tokens cannot be used again.",
  request: null,
  reply: Type.Null(),
  codes: [],
});

export const UserInfo = Type.Object({
  id: Type.String(),
  kind: OneOf(["outletManager", "customer"]),
  name: Type.String(),
  phone: Nullable(Type.String()),
  permissions: Type.Array(OneOf(permissions), { maxItems: permissions.length }),
  country: Type.String({ description: "Country as an ISO 3166-1 alpha-2 code." }),
  currency: CurrencyField,
  timeZone: Nullable(
    Type.String(),
    "IANA time zone of the account, used for calls without Time-Zone and Timezone-Offset; null for customers.",
  ),
  passwordExpiresAt: PasswordExpiresAt,
  outlets: Type.Array(Type.Object({ areaId: Type.String(), areaName: Type.String() })),
});

export const loginInfo = endpoint("loginInfo", {
  summary: "Retrieves the user of the token; null if the user was deleted.",
  request: null,
  reply: Nullable(UserInfo),
  codes: [],
});

export const loginDevices = endpoint("loginDevices", {
  summary:
    "Lists the devices that are logged in to the caller's account: at most the caller's own, because a login ends the earlier session of the account. A logout removes the device and ends its push messages.",
  request: null,
  reply: Type.Array(
    Type.Object({
      browser: Nullable(Type.String(), "Name of the browser, such as `Chrome`; null if it is unknown."),
      platform: Nullable(
        Type.String(),
        "Name of the operating system, such as `Android`; null if it is unknown.",
      ),
      since: { ...Instant, description: "Instant of the login." },
      notified: Type.Boolean({ description: "Whether the device receives push messages about alerts." }),
    }),
    { maxItems: 1 },
  ),
  codes: [],
});
