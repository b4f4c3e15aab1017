import { maxPictureBytes, maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";

const problems = ["type", "pictureTooLarge", "videoTooLarge", "videoTooLong", "broken", "empty"] as const;
export type FileProblem = (typeof problems)[number];

/** Converts the reason of a refused upload to a problem of the file; null if the reason is not about the file. */
export const problemOfReason = (reason: string | null): FileProblem | null =>
  problems.find((problem) => problem === reason) ?? null;

export type FileKind = "picture" | "video";

const kindsByExtension: Readonly<Record<string, { kind: FileKind; type: string }>> = {
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
const types = Object.values(kindsByExtension);

const extensionOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

interface NamedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/**
 * Returns kind and MIME type of a file; null if it is not supported. If the MIME type is missing or unknown, the
 * extension is used, because some phones report no type for HEIC and 3GP.
 */
export const kindOfFile = ({ name, type }: NamedFile): { kind: FileKind; type: string } | null =>
  types.find((known) => known.type === type.toLowerCase()) ?? kindsByExtension[extensionOf(name)] ?? null;

/**
 * Returns the problem of a file that is detected before the upload; null if there is none. The size of a picture is
 * checked only after scaling.
 */
export function validateFile(file: NamedFile, scaled = false): FileProblem | null {
  const known = kindOfFile(file);
  if (known === null) return "type";
  if (file.size === 0) return "empty";
  if (known.kind === "video") return file.size > maxVideoBytes ? "videoTooLarge" : null;
  return scaled && file.size > maxPictureBytes ? "pictureTooLarge" : null;
}

/**
 * Returns the name under which a file is stored: its letters, digits, spaces, and `._()-`, at most 80 of them, and a
 * timestamp before its extension, because files on a phone often have the same name.
 */
export function storedName(name: string, nowMs: number): string {
  const plain = name.replace(/[^\p{L}\p{N} ._()-]/gu, "").replace(/^\.+/, "");
  const extension = extensionOf(plain);
  const stem = (extension === "" ? plain : plain.slice(0, -extension.length - 1)).slice(0, 80) || "file";
  return `${stem}-${nowMs}${extension === "" ? "" : `.${extension}`}`;
}
