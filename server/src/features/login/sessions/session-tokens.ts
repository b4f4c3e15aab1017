import { createHash, randomBytes } from "node:crypto";

/**
 * Returns a token of 256 random bits. Only its hash is stored, so that a stolen database contains no valid tokens.
 */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Returns the hash under which a token is stored. A fast hash is sufficient, because tokens cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export const hasTokenFormat = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const dayMs = 24 * 60 * 60 * 1000;

/** Lifetime of a stored customer session from its last use. */
export const customerSessionMs = 180 * dayMs;
/** Lifetime of a guest token from its issue, while the guest is not stored. */
export const guestTokenMs = 7 * dayMs;

export const guestTokenIssuedAt = (expiresAt: Date): Date => new Date(expiresAt.getTime() - guestTokenMs);
/** Maximum lifetime of a manager's session from the login, regardless of its use. */
export const managerSessionMs = 30 * dayMs;

/** Lifetime of an initial password from the time it was set. */
export const initialPasswordMs = 7 * dayMs;

/** The last use of a session is written at most once per this interval, so that most API calls write nothing. */
export const renewalMs = dayMs;
