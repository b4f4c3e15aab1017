/** Formats hundredths as a decimal number: `1.23` for 123. */
export const decimalOf = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const dayMs = 86_400_000;
const lastDate = { day: Number.NaN, text: "" };

/** Formats a number of days since 1970 as a date; cached, since consecutive rows usually have the same day. */
function dateOf(day: number): string {
  if (lastDate.day !== day)
    Object.assign(lastDate, { day, text: new Date(day * dayMs).toISOString().slice(0, 10) });
  return lastDate.text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Formats a local time in milliseconds as `2026-11-21 14:03:05`, which spreadsheets in any language read as a date. */
export function wallTimeOf(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${dateOf(day)} ${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}`;
}

const quarterMs = 15 * 60_000;
const maxCachedOffsets = 1000;

/**
 * Returns a function from an instant to local time, both in milliseconds. Offsets are cached per quarter-hour, since
 * zones change their offset only at the start of a quarter-hour.
 */
export function createWallClock(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    let offsetMs = offsets.get(quarter);
    if (offsetMs === undefined) {
      const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(zone);
      offsetMs = at.offsetNanoseconds / 1_000_000;
      if (offsets.size >= maxCachedOffsets) offsets.clear();
      offsets.set(quarter, offsetMs);
    }
    return ms + offsetMs;
  };
}

// Characters that begin a formula in spreadsheets, including their full-width and small forms.
const formulaMarks = "=+\\-@|＝＋－＠﹦﹢﹣﹫｜−";
const lineOrTab = /^[\t\r\n]/;
const formula = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*[${formulaMarks}]`, "u");
// In languages with a decimal comma, spreadsheets split lines of a CSV file at semicolons, even inside quoted text.
const formulaAfterSemicolon = new RegExp(`;(?=[\\s"'\\p{Cf}]*[${formulaMarks}])`, "gu");
// Control characters, lone surrogates, U+FFFE, and U+FFFF are invalid in cells; line separators would break the line.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFE\uFFFF]+/gu;
// Text without a match needs no replacement; most cells need only this check.
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
