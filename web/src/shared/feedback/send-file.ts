import { retryMilliseconds } from "#shared/uploads/file-rules.ts";
import { prepareFile } from "#shared/uploads/prepare-file.ts";
import { pause, uploadFile, type UploadOutcome } from "#shared/uploads/upload-file.ts";

export type SendOutcome = Exclude<UploadOutcome, { kind: "cut" }>;

export interface Sending {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
  /** Called when an attempt fails temporarily. The upload is then retried automatically. */
  readonly onCut: () => void;
}

/** Uploads one file, and retries until the file is stored, refused, or cancelled. */
export async function sendFile({ file, signal, onProgress, onCut }: Sending): Promise<SendOutcome> {
  const prepared = await prepareFile(file);
  if (prepared.kind === "refused") return { ...prepared, message: null };
  for (let failures = 1; !signal.aborted; failures += 1) {
    const outcome = await uploadFile({ ...prepared, dir: "feedback", signal, onProgress });
    if (outcome.kind !== "cut") return outcome;
    onCut();
    await pause(retryMilliseconds(failures), signal);
  }
  return { kind: "aborted" };
}
