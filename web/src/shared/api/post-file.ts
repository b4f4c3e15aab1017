import { activeLanguage } from "#shared/i18n/i18n.tsx";

export type PostOutcome =
  | { readonly kind: "stored" }
  /** The store has it, and did not hear in time whether it is taken: the server knows. */
  | { readonly kind: "late" }
  /** In the store's words, and by the name it has for it, where it had any. */
  | { readonly kind: "refused"; readonly message: string | null; readonly reason: string | null }
  /** The line was cut, or the store has no room for a moment: the same again may do. */
  | { readonly kind: "cut" }
  | { readonly kind: "aborted" };

export interface FilePost {
  readonly host: string;
  /** In the order in which they are sent; the file comes last. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file: Blob;
  readonly fileName: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** No byte for this long: the line is dead, whatever the browser believes. A slow one may take its time (NET-3). */
const silenceMilliseconds = 45_000;

/** A multipart POST that tells how far it is; fetch can't. */
export function postFile({
  host,
  fields,
  file,
  fileName,
  signal,
  onProgress,
}: FilePost): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), silenceMilliseconds);
    };
    const cancel = () => request.abort();
    const end = (outcome: PostOutcome) => {
      clearTimeout(silence);
      signal.removeEventListener("abort", cancel);
      resolve(signal.aborted ? { kind: "aborted" } : outcome);
    };
    request.upload.addEventListener("progress", (event) => {
      listen();
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) end({ kind: "stored" });
      // A bucket's own answer where its callback took longer than five seconds.
      else if (request.status === 203) end({ kind: "late" });
      else if (request.status >= 500 || request.status === 429) end({ kind: "cut" });
      else end({ kind: "refused", ...wordsIn(request.responseText) });
    });
    request.addEventListener("error", () => end({ kind: "cut" }));
    request.addEventListener("abort", () => end({ kind: "cut" }));
    if (signal.aborted) return end({ kind: "aborted" });
    signal.addEventListener("abort", cancel);

    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append("file", file, fileName);
    request.open("POST", host);
    // Another origin would have to allow it first.
    if (new URL(host, window.location.href).origin === window.location.origin)
      request.setRequestHeader("lang", activeLanguage());
    listen();
    request.send(form);
  });
}

function wordsIn(body: string): { message: string | null; reason: string | null } {
  const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  try {
    const { message, data } = JSON.parse(body) as { message?: unknown; data?: { reason?: unknown } | null };
    return { message: textOf(message), reason: textOf(data?.reason) };
  } catch {
    // A store of another make answers in XML, in words for programmers.
    return { message: null, reason: null };
  }
}
