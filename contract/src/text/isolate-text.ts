const firstStrongIsolate = "\u2068";
const popDirectionalIsolate = "\u2069";

/** Right-to-left letters (for supplementary planes: their high surrogates), marks, and isolates. */
const changesDirection = /[\u0590-\u08FF\u200E\u200F\u2068\uD802-\uD803\uD83A-\uD83B\uFB1D-\uFEFC]/;

/**
 * Matches parts that `isolateText` has already isolated, as group 1, and all other characters that open or close an
 * isolate, an embedding, or an override.
 */
const controls = /(\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Wraps user text that is inserted into a sentence of the product in directional isolates, so that right-to-left
 * letters in it do not reorder the sentence. Removes control characters that could close the isolate or remain open
 * after it. All product languages are written from left to right, so text without right-to-left letters and control
 * characters is returned unchanged.
 */
export function isolateText(text: string): string {
  const clean = text.replace(controls, "$1");
  return changesDirection.test(clean) ? firstStrongIsolate + clean + popDirectionalIsolate : clean;
}
