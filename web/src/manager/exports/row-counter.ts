const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the rows of a CSV file as it arrives, without its heading; a line break inside a quoted cell ends no row. */
export function createRowCounter(): (bytes: Uint8Array) => number {
  let lines = 0;
  let quoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineFeed && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}
