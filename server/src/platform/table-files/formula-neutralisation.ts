// Characters that begin a formula in spreadsheets, including their full-width and small forms.
const formulaMarks = "=+\\-@|＝＋－＠﹦﹢﹣﹫｜−";
const lineOrTab = /^[\t\r\n]/;
const formula = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*[${formulaMarks}]`, "u");
// In languages with a decimal comma, spreadsheets split lines of a CSV file at semicolons, even inside quoted text.
const formulaAfterSemicolon = new RegExp(`;(?=[\\s"'\\p{Cf}]*[${formulaMarks}])`, "gu");
// Control characters, lone surrogates, U+FFFE, and U+FFFF are invalid in cells; line separators would break the line.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFE\uFFFF]+/gu;
const suspicious = /[^\p{L}\p{N} ._/:#()-]|^[^\p{L}\p{N}]/u;

/** Maximum length of a cell in Excel. */
const maxTextLength = 32_767;

/**
 * Neutralises text that a spreadsheet would execute as a formula: a cell with a leading apostrophe is text. Replaces
 * characters that cells cannot contain by spaces, and truncates the text to `maxTextLength`.
 */
export function cellText(text: string): string {
  if (!suspicious.test(text)) return shorten(text);
  const line = text.replace(unwritable, " ").replace(formulaAfterSemicolon, ";'");
  const safe = lineOrTab.test(text) || formula.test(text) ? `'${line}` : line;
  return shorten(safe);
}

// Truncating may split a surrogate pair, whose first half is removed.
const shorten = (text: string): string =>
  text.length <= maxTextLength ? text : text.slice(0, maxTextLength).replace(/\p{Cs}$/u, "");
