/** The first bytes of a dump of pg_dump in all formats except SQL and tar. */
const magic = "PGDMP";
const customFormat = 1;

/** Length of the part of a dump that `createdAtOf` needs, with integers of at most 8 bytes. */
export const dumpHeaderBytes = 96;

/**
 * Returns the time at which pg_dump created the dump, directly before its snapshot of the database. The header contains
 * the local time without a time zone, so the result is correct only if this process has the time zone of pg_dump.
 * Returns null if the file is not a dump in the custom format. The layout is in ReadHead of pg_backup_archiver.c: the
 * version, the sizes of integers and offsets, the format, the compression (one byte since version 1.15), and the time.
 */
export function createdAtOf(header: Buffer): Date | null {
  if (header.toString("latin1", 0, magic.length) !== magic) return null;
  const [major = 0, minor = 0, , integerBytes = 0, , format] = header.subarray(magic.length);
  if (format !== customFormat) return null;
  let at = magic.length + 6;
  /** Reads the next integer: one byte for the sign, then the absolute value, lowest byte first. */
  const readInteger = (): number => {
    const absolute = [...header.subarray(at + 1, at + 1 + integerBytes)].reduceRight(
      (value, byte) => value * 256 + byte,
      0,
    );
    const isNegative = header[at] === 1;
    at += 1 + integerBytes;
    return isNegative ? -absolute : absolute;
  };
  if (major > 1 || minor >= 15) at += 1;
  else readInteger();
  const [second = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0] = Array.from(
    { length: 6 },
    readInteger,
  );
  const createdAt = new Date(1900 + year, month, day, hour, minute, second);
  return at > header.length || Number.isNaN(createdAt.getTime()) ? null : createdAt;
}
