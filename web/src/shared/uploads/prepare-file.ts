import { type FileProblem, kindOfFile, problemOf } from "./file-rules.ts";
import { scalePicture } from "./scale-picture.ts";

export interface PreparedFile {
  readonly content: Blob;
  readonly name: string;
}

/** Returns the content to upload, or why the file is refused. A picture is scaled down if the browser can decode it. */
export async function prepareFile(
  file: File,
): Promise<({ readonly kind: "prepared" } & PreparedFile) | { kind: "refused"; problem: FileProblem }> {
  const known = kindOfFile(file);
  const early = problemOf(file);
  if (known === null || early !== null) return { kind: "refused", problem: early ?? "type" };
  const scaled = known.kind === "picture" ? await scalePicture(file) : null;
  const content = scaled ?? new Blob([file], { type: known.type });
  const name = scaled === null ? file.name : file.name.replace(/(\.[a-z0-9]{1,5})?$/i, ".jpg");
  const late = problemOf({ name, type: content.type, size: content.size }, true);
  return late === null ? { kind: "prepared", content, name } : { kind: "refused", problem: late };
}
