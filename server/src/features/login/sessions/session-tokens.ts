import { createHash, randomBytes } from "node:crypto";

/** 256 random bits; only the hash is stored, so that a stolen database contains no valid token. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are long and random, so a fast hash is sufficient. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export const hasTokenFormat = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const dayMs = 24 * 60 * 60 * 1000;

/** Lifetime of a customer's session since its last use. */
export const customerSessionMs = 180 * dayMs;
/** Lifetime of a guest's token since its issue, before the first order. */
export const guestTokenMs = 7 * dayMs;
/** Lifetime of a manager's session since the login, whether it is used or not. */
export const managerSessionMs = 30 * dayMs;

/** Lifetime of an initial password since it was set. */
export const initialPasswordMs = 7 * dayMs;

/** The last use is stored at most once a day, so that reads do not write. */
export const renewalMs = dayMs;
