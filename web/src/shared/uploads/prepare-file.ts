import { type FileProblem, kindOfFile, validateFile } from "./file-rules.ts";

/** Maximum length in pixels of the longer side of a scaled picture. */
const longestSide = 2560;
const quality = 0.86;

export interface PreparedFile {
  readonly content: Blob;
  /** The file's name; if the content was converted to JPEG, with the extension `.jpg`. */
  readonly name: string;
}

/** Returns the content to upload, or why the file is refused. A picture is scaled down if the browser can decode it. */
export async function prepareFile(
  file: File,
): Promise<({ readonly kind: "prepared" } & PreparedFile) | { kind: "refused"; problem: FileProblem }> {
  const known = kindOfFile(file);
  const early = validateFile(file);
  if (known === null || early !== null) return { kind: "refused", problem: early ?? "type" };
  const scaled = known.kind === "picture" ? await scalePicture(file) : null;
  const content = scaled ?? new Blob([file], { type: known.type });
  const name = scaled === null ? file.name : file.name.replace(/(\.[a-z0-9]{1,5})?$/i, ".jpg");
  const late = validateFile({ name, type: content.type, size: content.size }, true);
  return late === null ? { kind: "prepared", content, name } : { kind: "refused", problem: late };
}

/**
 * Returns the picture as JPEG: upright, scaled down, and without location data; null if the browser cannot decode it.
 */
async function scalePicture(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = await load(url);
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight, 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    const context = canvas.getContext("2d");
    if (context === null) return null;
    // JPEG has no transparency, so transparent areas would become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(image));
    image.addEventListener("error", () => reject(new Error("this browser can't read the picture")));
    image.src = url;
  });
}
