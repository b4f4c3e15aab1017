// What spreadsheets begin a formula with; the wide and small forms of East Asian keyboards count there as well.
const formulaMarks = "=+\\-@|＝＋－＠﹦﹢﹣﹫｜−";
const lineOrTab = /^[\t\r\n]/;
const formula = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*[${formulaMarks}]`, "u");
// In languages with a decimal comma a spreadsheet cuts the lines of a CSV file at semicolons, also inside a text.
const formulaAfterSemicolon = new RegExp(`;(?=[\\s"'\\p{Cf}]*[${formulaMarks}])`, "gu");
// Controls break lines and files, and a lone surrogate or one of the two last code points is no character at all.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFE\uFFFF]+/gu;
const suspicious = /[^\p{L}\p{N} ._/:#()-]|^[^\p{L}\p{N}]/u;

/** What Excel holds in one cell. */
const longestText = 32_767;

/**
 * A text of anybody's as a cell that stays a text: an outlet's name or a coupon's code that reads like a formula
 * must not become one on the machine of whoever opens the file. An apostrophe before it is how spreadsheets mark text.
 */
export function cellText(text: string): string {
  if (!suspicious.test(text)) return shorten(text);
  const line = text.replace(unwritable, " ").replace(formulaAfterSemicolon, ";'");
  const safe = lineOrTab.test(text) || formula.test(text) ? `'${line}` : line;
  return shorten(safe);
}

// A cut may leave half of a character.
const shorten = (text: string): string =>
  text.length <= longestText ? text : text.slice(0, longestText).replace(/\p{Cs}$/u, "");
