/**
 * Characters that show nothing, or that only change the direction of text; pasted texts contain them. Joiners and
 * variation selectors are not included, because emoji and some scripts need them.
 */
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Dashes of keyboards and word processors, and the minus sign. */
const dashes = /[\p{Pd}\u2043\u2212]/gu;

/**
 * Returns a text of several lines, or an empty text if it shows nothing. Keeps full-width letters and typographic
 * dashes, because they are part of what a person writes.
 */
export function normaliseText(typed: string): string {
  const text = typed.normalize("NFC").replaceAll("\r\n", "\n").replace(invisible, "").trim();
  return visible.test(text) ? text : "";
}

/** Returns a text of one line, such as a name. */
export const normaliseName = (typed: string): string => normaliseText(typed).replace(/[^\S\n]+/g, " ");

/** Returns ASCII characters for those that look like them, so that a text can be compared or parsed. */
export const plainText = (typed: string): string =>
  typed.normalize("NFKC").replace(ignorable, "").replace(dashes, "-").replace(/\s+/g, " ").trim();

/** Returns a code, such as that of a coupon, in capitals and without spaces. */
export const normaliseCode = (typed: string): string => plainText(typed).replaceAll(" ", "").toUpperCase();

/** Returns a device ID in capitals, without spaces and hyphens. */
export const normaliseDeviceId = (typed: string): string => normaliseCode(typed).replaceAll("-", "");

/** Returns the form in which searched texts and the texts of a list are compared. */
export const normaliseSearch = (typed: string): string => plainText(typed).toLowerCase();

/** Returns a password without the differences between keyboards, such as full-width letters (NIST SP 800-63B). */
export const normalisePassword = (typed: string): string => typed.normalize("NFKC").replace(invisible, "");

/**
 * How the server converts a field of a request by the format of its schema, before it validates the request. A browser
 * uses the same functions to check what is typed.
 */
export const typedFormats = {
  "typed-text": normaliseText,
  "typed-code": normaliseCode,
  "typed-device-id": normaliseDeviceId,
  "typed-search": normaliseSearch,
} as const;
