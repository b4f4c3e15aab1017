import { activeLanguage } from "#shared/i18n/i18n.tsx";

export type PostOutcome =
  | { readonly kind: "stored" }
  /**
   * The object store has the file, but its callback to the server failed, for example because the server refused the
   * file or was still processing it. Whether the file is accepted is known from the upload's state on the server.
   */
  | { readonly kind: "late" }
  /** `message` and `reason` (an error code) are from the response; null if it contains none. */
  | { readonly kind: "refused"; readonly message: string | null; readonly reason: string | null }
  /** A temporary failure: the same upload may be retried. */
  | { readonly kind: "cut" }
  | { readonly kind: "aborted" };

export interface FilePost {
  readonly url: string;
  /** Form fields in the order of sending; the file follows them. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file: Blob;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** Called with the sent share of the form, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Time without progress after which the connection counts as lost; a slow upload may continue (NET-3). */
const silenceMilliseconds = 45_000;

/** Maximum time from the end of sending to the response, during which the server processes the file. */
const processingMilliseconds = 180_000;

/** Sends a file as multipart POST by `XMLHttpRequest`, because `fetch` reports no upload progress. */
export function postFile({
  url,
  fields,
  file,
  fileName,
  signal,
  onProgress,
}: FilePost): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimeout = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), milliseconds);
    };
    const cancel = () => request.abort();
    const end = (outcome: PostOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(signal.aborted ? { kind: "aborted" } : outcome);
    };
    request.upload.addEventListener("progress", (event) => {
      restartTimeout(silenceMilliseconds);
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.upload.addEventListener("load", () => restartTimeout(processingMilliseconds));
    request.addEventListener("load", () => {
      if (request.status === 200) end({ kind: "stored" });
      // The object store responds with 203 if its callback failed, for example because the server is still processing
      // the file, so the state of the file must be polled.
      else if (request.status === 203) end({ kind: "late" });
      else if (request.status >= 500 || request.status === 429) end({ kind: "cut" });
      else end({ kind: "refused", ...readRefusal(request.responseText) });
    });
    request.addEventListener("error", () => end({ kind: "cut" }));
    request.addEventListener("abort", () => end({ kind: "cut" }));
    if (signal.aborted) return end({ kind: "aborted" });
    signal.addEventListener("abort", cancel);

    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append("file", file, fileName);
    request.open("POST", url);
    // The header is sent only to the own origin, because another origin would have to permit it (CORS).
    if (new URL(url, window.location.href).origin === window.location.origin)
      request.setRequestHeader("lang", activeLanguage());
    restartTimeout(silenceMilliseconds);
    request.send(form);
  });
}

function readRefusal(body: string): { message: string | null; reason: string | null } {
  const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  try {
    const { message, data } = JSON.parse(body) as { message?: unknown; data?: { reason?: unknown } | null };
    return { message: textOf(message), reason: textOf(data?.reason) };
  } catch {
    // Some object stores respond in XML with technical messages, which are not shown.
    return { message: null, reason: null };
  }
}
