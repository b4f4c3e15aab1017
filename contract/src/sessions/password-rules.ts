import { normalisePassword } from "#text/typed-text.ts";

/** Minimum length in UTF-16 code units. */
export const minPasswordLength = 8;

/** Maximum bytes as JSON, so that password and nonce fit into one RSA-2048 OAEP ciphertext. */
export const maxPasswordBytes = 130;

/**
 * Returns the number of bytes of the text as JSON in UTF-8. `encodeURIComponent` throws on lone surrogates, but
 * `JSON.stringify` has escaped them.
 */
const jsonBytes = (text: string): number =>
  encodeURIComponent(JSON.stringify(text)).replace(/%../g, "-").length;

/** Whether the password cannot be encrypted, so that it cannot be the password of any account. */
export const isPasswordTooLong = (password: string): boolean => jsonBytes(password) > maxPasswordBytes;

export const isSuitablePassword = (password: string): boolean =>
  normalisePassword(password).length >= minPasswordLength && !isPasswordTooLong(password);
