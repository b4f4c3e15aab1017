/** Kinds of columns, which each file format writes in its own way. */
export type ColumnKind =
  | "text"
  | "count"
  /** Integers, such as money in minor units; read as decimal numbers. */
  | "hundredths"
  /** Local time in milliseconds: the caller's local time as if it were UTC. */
  | "time";

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters, for formats with column widths. */
  readonly width: number;
}

export type Cell = string | number | null;

/**
 * A table whose rows are streamed, so that it can have any length. They come in batches of some hundreds, since awaiting
 * each row costs several times as much as writing it.
 */
export interface Table {
  /** Name of the sheet, for formats with sheets. */
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

/** By days since 1970; cached, since consecutive rows usually have the same day. */
function dateOf(day: number): string {
  if (lastDate.day !== day)
    Object.assign(lastDate, { day, text: new Date(day * dayMs).toISOString().slice(0, 10) });
  return lastDate.text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** `2026-11-21 14:03:05`, which spreadsheets of any language recognize as a date. */
export function wallTimeOf(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${dateOf(day)} ${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}`;
}

// Characters that begin a formula in spreadsheets, including their full-width and small forms.
const formulaMarks = "=+\\-@|＝＋－＠﹦﹢﹣﹫｜−";
const lineOrTab = /^[\t\r\n]/;
const formula = new RegExp(`^[\\s\\p{Cc}\\p{Cf}"]*[${formulaMarks}]`, "u");
// In languages with a decimal comma, spreadsheets split lines of a CSV file at semicolons, also within a text.
const formulaAfterSemicolon = new RegExp(`;(?=[\\s"'\\p{Cf}]*[${formulaMarks}])`, "gu");
// Control characters, lone surrogates, and the two noncharacters at the end of the plane are invalid in cells.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFFE\uFFFF]+/gu;
const suspicious = /[^\p{L}\p{N} ._/:#()-]|^[^\p{L}\p{N}]/u;

/** Maximum length of a cell in Excel. */
const longestText = 32_767;

/**
 * Makes a text safe for a cell: an outlet's name or a coupon's code that looks like a formula must not be executed when
 * the file is opened. Spreadsheets treat a cell with a leading apostrophe as text.
 */
export function cellText(text: string): string {
  if (!suspicious.test(text)) return shorten(text);
  const line = text.replace(unwritable, " ").replace(formulaAfterSemicolon, ";'");
  const safe = lineOrTab.test(text) || formula.test(text) ? `'${line}` : line;
  return shorten(safe);
}

// Truncating may split a surrogate pair.
const shorten = (text: string): string =>
  text.length <= longestText ? text : text.slice(0, longestText).replace(/\p{Cs}$/u, "");

const quarterMs = 15 * 60_000;
const mostRemembered = 1000;

/**
 * Converts instants to local time, both in milliseconds (see `ColumnKind`). Offsets are cached per quarter of an hour,
 * within which no time zone changes.
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
