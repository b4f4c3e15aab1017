/** Characters, as UTF-16 code units. */
export const leastPasswordLength = 8;

/** Bytes of its JSON form: what fits into one RSA-2048 OAEP ciphertext together with the nonce. */
export const mostPasswordBytes = 130;

/** JSON escapes lone surrogates, so `encodeURIComponent` accepts every password. */
const jsonBytes = (text: string): number =>
  encodeURIComponent(JSON.stringify(text)).replace(/%../g, "-").length;

/** Whether an account may have this password. */
export const isSuitablePassword = (password: string): boolean =>
  password.length >= leastPasswordLength && jsonBytes(password) <= mostPasswordBytes;
