const firstStrongIsolate = "\u2068";
const popDirectionalIsolate = "\u2069";

/** Right-to-left letters (for supplementary planes: their high surrogates) and directional control characters. */
const changesDirection =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uD802-\uD803\uD83A-\uD83B\uFB1D-\uFEFC]/;

/**
 * Wraps user text that is inserted into a sentence of the product in directional isolates, so that right-to-left
 * letters and unclosed control characters in it do not reorder the sentence. All product languages are written from
 * left to right, so text without such characters is returned unchanged.
 */
export const isolateText = (text: string): string =>
  changesDirection.test(text) ? firstStrongIsolate + text + popDirectionalIsolate : text;
