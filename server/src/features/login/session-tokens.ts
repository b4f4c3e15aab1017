import { createHash, randomBytes } from "node:crypto";

/** 256 random bits; the database keeps only the hash, so that a stolen copy of it opens nothing. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are random and long: a plain hash is enough, and quick enough for every call. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** What cannot be a token of ours need not be looked up. */
export const looksLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);
