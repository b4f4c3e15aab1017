import type { Readable } from "node:stream";

export interface StoredBytes {
  readonly content: Readable;
  /** Of the whole object, whatever part of it was asked for. */
  readonly bytes: number;
}

export interface ByteRange {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

/** Where files that people sent are kept. Names are ours, never theirs: letters, digits, `-`, `_` and `/`. */
export interface FileStore {
  /** Durable once it resolves; the file at `path` may be gone afterwards. Storing under a name again replaces. */
  put(name: string, path: string, contentType: string): Promise<void>;
  /** Null where there is nothing under the name. */
  open(name: string, range?: ByteRange): Promise<StoredBytes | null>;
  /** Does nothing where there is nothing. */
  remove(name: string): Promise<void>;
}

const nameShape = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/;

/** The last fence before a path or an address is made of a name. */
export function checkedName(name: string): string {
  if (!nameShape.test(name) || name.length > 200)
    throw new Error("not a name that this server gives to a file");
  return name;
}
