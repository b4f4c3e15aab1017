import { resultCodes } from "@reposo/contract/result-codes.ts";
import { uploadProcessingSeconds } from "@reposo/contract/feedback/media-limits.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { postFile } from "#shared/api/post-file.ts";
import { problemOfReason, storedName, type FileProblem } from "./file-rules.ts";
import type { PreparedFile } from "./prepare-file.ts";

const pollMilliseconds = 2_000;
/**
 * Maximum number of polls. Polls are counted instead of the time, because time passes also while the phone sleeps.
 * Together, they take longer than the server may process a file, so that no new attempt uploads the file again while
 * the server is still processing it.
 */
const maxPolls = ((uploadProcessingSeconds + 20) * 1_000) / pollMilliseconds;
/** If a file becomes absent before this many polls, the server refused it; later, it was not processed in time. */
const latePolls = ((uploadProcessingSeconds - 10) * 1_000) / pollMilliseconds;

export type UploadOutcome =
  | { readonly kind: "stored"; readonly key: string }
  /** `problem` is null if the reason is unknown or not about the file. `message` is null if the store sent none. */
  | { readonly kind: "refused"; readonly problem: FileProblem | null; readonly message: string | null }
  | { readonly kind: "aborted" }
  /** A temporary failure: the same upload may be retried. */
  | { readonly kind: "cut" };

export interface Upload extends PreparedFile {
  /** First part of the key in the object store. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** Called with the sent share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Makes one attempt to upload a file. It requests a new upload policy, because an earlier one may be used or expired.
 */
export async function uploadFile({ content, name, dir, signal, onProgress }: Upload): Promise<UploadOutcome> {
  try {
    const policy = await callApi("getPolicy", { dir }, { signal, quiet: true });
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
    const posted = await postFile({ url: policy.host, fields, file: content, fileName, signal, onProgress });
    if (posted.kind === "stored") return { kind: "stored", key };
    if (posted.kind === "late") return await pollState(key, signal);
    if (posted.kind !== "refused") return posted;
    return { kind: "refused", problem: problemOfReason(posted.reason), message: posted.message };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === "aborted") return { kind: "aborted" };
    if (error.kind !== "refused" || error.code === resultCodes.uploadRefused) return { kind: "cut" };
    return { kind: "refused", problem: null, message: error.message };
  }
}

/** Polls the state of a file that the server is processing. */
async function pollState(key: string, signal: AbortSignal): Promise<UploadOutcome> {
  for (let polls = 0; polls < maxPolls && !signal.aborted; polls += 1) {
    const { state } = await callApi("uploadState", { key }, { signal, quiet: true });
    if (state === "stored") return { kind: "stored", key };
    if (state === "absent")
      return polls < latePolls ? { kind: "refused", problem: null, message: null } : { kind: "cut" };
    await pause(pollMilliseconds, signal);
  }
  return signal.aborted ? { kind: "aborted" } : { kind: "cut" };
}

/** Resolves after the given time, when the browser is online again, or when `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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

/** Returns the delay after the n-th failed attempt, in milliseconds: exponential back-off, at most 15 seconds. */
export const uploadRetryMilliseconds = (failures: number): number =>
  Math.min(1_000 * 2 ** (failures - 1), 15_000);
