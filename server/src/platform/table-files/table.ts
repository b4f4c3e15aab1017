/** What stands in a column, so that each kind of file can write it in its own best way. */
export type ColumnKind =
  | "text"
  | "count"
  /** Integers, such as money in minor units; read as decimal numbers. */
  | "hundredths"
  /** Milliseconds of a clock on the wall: what `Date` would call UTC is the caller's own time. */
  | "time";

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters, for what has widths. */
  readonly width: number;
}

export type Cell = string | number | null;

/**
 * A table whose rows are read while it is written, so that it may be of any length: some hundred at a time, since
 * waiting for each by itself costs several times what writing it does.
 */
export interface Table {
  /** Of the sheet; the files that have none leave it out. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const decimalOf = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const dayMs = 86_400_000;
const lastDate = { day: Number.NaN, text: "" };

/** Of the days since 1970; the same one again and again where rows are in the order of time. */
function dateOf(day: number): string {
  if (lastDate.day !== day)
    Object.assign(lastDate, { day, text: new Date(day * dayMs).toISOString().slice(0, 10) });
  return lastDate.text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** `2026-11-21 14:03:05`, which people read and spreadsheets of any language take for a date. */
export function wallTimeOf(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${dateOf(day)} ${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}`;
}

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

const quarterMs = 15 * 60_000;
const mostRemembered = 1000;

/**
 * Instants as a clock on the wall of a zone shows them, both in milliseconds (see `ColumnKind`). Within a quarter of an
 * hour no zone changes, and rows in order of time ask for the same few quarters many times over.
 */
export function createWallClock(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    let offsetMs = offsets.get(quarter);
    if (offsetMs === undefined) {
      const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(zone);
      offsetMs = at.offsetNanoseconds / 1_000_000;
      if (offsets.size >= mostRemembered) offsets.clear();
      offsets.set(quarter, offsetMs);
    }
    return ms + offsetMs;
  };
}
