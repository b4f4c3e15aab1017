import { resultCodes } from "@reposo/contract/result-codes.ts";
import { getPolicy, uploadState } from "@reposo/contract/feedback/uploads.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { postFile } from "#shared/api/post-file.ts";
import {
  kindOfFile,
  problemNamed,
  problemOf,
  retryMilliseconds,
  storedName,
  type FileProblem,
} from "./file-rules.ts";
import { scalePicture } from "./scale-picture.ts";

/** The server processes a long video within a minute. */
const maxPolls = 40;
const askMilliseconds = 2_000;

export type SendOutcome =
  | { readonly kind: "stored"; readonly key: string }
  | { readonly kind: "refused"; readonly problem: FileProblem | null; readonly message: string | null }
  | { readonly kind: "aborted" };

export interface Sending {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
  /** The connection is lost; the upload is retried automatically. */
  readonly onCut: () => void;
}

/** Uploads one file, with retries, until it is stored, refused, or cancelled. */
export async function sendFile({ file, signal, onProgress, onCut }: Sending): Promise<SendOutcome> {
  const known = kindOfFile(file);
  const early = problemOf(file);
  if (known === null || early !== null) return { kind: "refused", problem: early ?? "type", message: null };
  const scaled = known.kind === "picture" ? await scalePicture(file) : null;
  const content = scaled ?? new Blob([file], { type: known.type });
  const name = scaled === null ? file.name : file.name.replace(/(\.[a-z0-9]{1,5})?$/i, ".jpg");
  const late = problemOf({ name, type: content.type, size: content.size }, true);
  if (late !== null) return { kind: "refused", problem: late, message: null };

  for (let failures = 1; !signal.aborted; failures += 1) {
    const outcome = await sendOnce({ content, name, signal, onProgress });
    if (outcome.kind !== "cut") return outcome;
    onCut();
    await pause(retryMilliseconds(failures), signal);
  }
  return { kind: "aborted" };
}

interface OneTry {
  readonly content: Blob;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** Each attempt needs a new policy: the previous one may be used or expired. */
async function sendOnce({
  content,
  name,
  signal,
  onProgress,
}: OneTry): Promise<SendOutcome | { kind: "cut" }> {
  try {
    const policy = await callApi(getPolicy, { dir: "feedback" }, { signal, quiet: true });
    const fileName = storedName(name, Date.now());
    const key = `${policy.dir}/${fileName}`;
    const fields = [
      ["name", fileName],
      ["key", key],
      ["policy", policy.policy],
      ["OSSAccessKeyId", policy.accessid],
      ["success_action_status", "200"],
      ["signature", policy.signature],
      ["callback", policy.callback],
    ] as const;
    const posted = await postFile({ host: policy.host, fields, file: content, fileName, signal, onProgress });
    if (posted.kind === "stored") return { kind: "stored", key };
    if (posted.kind === "late") return await pollState(key, signal);
    if (posted.kind !== "refused") return posted;
    return { kind: "refused", problem: problemNamed(posted.reason), message: posted.message };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === "aborted") return { kind: "aborted" };
    const isFault = error.code !== null && error.code >= 500 && error.code < 600;
    if (
      error.kind === "network" ||
      error.kind === "timeout" ||
      isFault ||
      error.code === resultCodes.uploadRefused
    )
      return { kind: "cut" };
    return { kind: "refused", problem: null, message: error.message };
  }
}

/** Polls the state of a file that the server processes; a file that was not stored is uploaded again. */
async function pollState(key: string, signal: AbortSignal): Promise<SendOutcome | { kind: "cut" }> {
  for (let polls = 0; polls < maxPolls && !signal.aborted; polls += 1) {
    const { state } = await callApi(uploadState, { key }, { signal, quiet: true });
    if (state === "stored") return { kind: "stored", key };
    if (state === "absent") return { kind: "refused", problem: null, message: null };
    await pause(askMilliseconds, signal);
  }
  return signal.aborted ? { kind: "aborted" } : { kind: "cut" };
}

/** Resolves after the time, when the connection returns, or when cancelled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
