import { createHash, randomBytes } from "node:crypto";

/** 256 random bits; only the hash is stored, so that a stolen database contains no valid token. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are long and random, so a fast hash is sufficient. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export const hasTokenFormat = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const dayMs = 24 * 60 * 60 * 1000;

/** From the last use of a customer's session. */
export const customerSessionMs = 180 * dayMs;
/** From the issue of a guest's token, before the first order. */
export const guestTokenMs = 7 * dayMs;
/** From the login of a manager, whether the session is used or not. */
export const managerSessionMs = 30 * dayMs;

/** From when an initial password was set. */
export const initialPasswordMs = 7 * dayMs;

/** The last use is stored at most once a day, so that reads do not write. */
export const renewalMs = dayMs;
