const alphabet = /^[A-Za-z0-9._@+-]{1,64}$/;

/** The database has the same rule, so every account's name is of this alphabet. */
export const isSuitableLoginName = (name: string): boolean => alphabet.test(name);

/**
 * The one form in which names are looked up and counted. Only ASCII letters change: the lower case of others depends on
 * who computes it (U+0130 becomes "i" in PostgreSQL), which would give one account several counts.
 */
export const normalizeLoginName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
