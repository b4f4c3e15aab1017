const firstStrongIsolate = "\u2068";
const popDirectionalIsolate = "\u2069";

/**
 * Letters that are written from right to left, of the further planes the first halves of their pairs, and marks that
 * change the direction of what follows them.
 */
const changesDirection =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uD802-\uD803\uD83A-\uD83B\uFB1D-\uFEFC]/;

/**
 * Text that a person entered, for a sentence in which it stands among text of ours: it takes its own direction, and
 * marks that it leaves open end with it. Every language of ours is written from left to right, so that other text is
 * returned as it is.
 */
export const isolateText = (text: string): string =>
  changesDirection.test(text) ? firstStrongIsolate + text + popDirectionalIsolate : text;
