export const maxPictureBytes = 20 * 1024 * 1024;
export const maxVideoBytes = 104_857_600;

const problems = ["type", "pictureTooLarge", "videoTooLarge", "videoTooLong", "broken", "empty"] as const;
export type FileProblem = (typeof problems)[number];

/** A permanent problem of the file that the store reported; null if a retry may succeed. */
export const problemNamed = (reason: string | null): FileProblem | null =>
  problems.find((problem) => problem === reason) ?? null;

export type FileKind = "picture" | "video";

const kindsByEnding: Readonly<Record<string, { kind: FileKind; type: string }>> = {
  jpg: { kind: "picture", type: "image/jpeg" },
  jpeg: { kind: "picture", type: "image/jpeg" },
  png: { kind: "picture", type: "image/png" },
  webp: { kind: "picture", type: "image/webp" },
  heic: { kind: "picture", type: "image/heic" },
  heif: { kind: "picture", type: "image/heif" },
  mp4: { kind: "video", type: "video/mp4" },
  m4v: { kind: "video", type: "video/mp4" },
  mov: { kind: "video", type: "video/quicktime" },
  webm: { kind: "video", type: "video/webm" },
  "3gp": { kind: "video", type: "video/3gpp" },
};
const types = Object.values(kindsByEnding);

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

interface NamedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** By the MIME type, or by the file name if there is none: some phones do not know HEIC and 3GP. */
export const kindOfFile = ({ name, type }: NamedFile): { kind: FileKind; type: string } | null =>
  types.find((known) => known.type === type.toLowerCase()) ?? kindsByEnding[endingOf(name)] ?? null;

/** Problems that are found before the upload; a picture is validated again after scaling. */
export function problemOf(file: NamedFile, scaled = false): FileProblem | null {
  const known = kindOfFile(file);
  if (known === null) return "type";
  if (file.size === 0) return "empty";
  if (known.kind === "video") return file.size > maxVideoBytes ? "videoTooLarge" : null;
  return scaled && file.size > maxPictureBytes ? "pictureTooLarge" : null;
}

/** The file name with a timestamp before its extension, without path separators. */
export function storedName(name: string, nowMs: number): string {
  const plain = name.replace(/[^\p{L}\p{N} ._()-]/gu, "").replace(/^\.+/, "");
  const ending = endingOf(plain);
  const stem = (ending === "" ? plain : plain.slice(0, -ending.length - 1)).slice(0, 80) || "file";
  return `${stem}-${nowMs}${ending === "" ? "" : `.${ending}`}`;
}

/** The delay after the n-th failed attempt of a file: exponential, at most 15 seconds. */
export const retryMilliseconds = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 15_000);
