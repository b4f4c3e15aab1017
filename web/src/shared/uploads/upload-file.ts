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
  /**
   * A temporary failure: the upload may be retried. `key` is that of the interrupted upload, which may be resumed; null if
   * none has begun.
   */
  | { readonly kind: "cut"; readonly key: string | null };

export interface Upload extends PreparedFile {
  /** First part of the key in the object store. */
  readonly dir: string;
  /** The key of an interrupted upload of the same content; null: there is none. */
  readonly resume?: string | null;
  readonly signal: AbortSignal;
  /** Called with the sent share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Makes one attempt to upload a file. It requests a new upload policy, because an earlier one may be used or expired. If
 * the store has kept what it received of an interrupted upload, only the rest is sent.
 */
export async function uploadFile({
  content,
  name,
  dir,
  resume = null,
  signal,
  onProgress,
}: Upload): Promise<UploadOutcome> {
  let key = resume;
  try {
    // The store may have the whole file, if only its response was lost.
    if (resume !== null && (await stateOf(resume, signal)) === "stored")
      return { kind: "stored", key: resume };
    const request = resume === null ? { dir } : { dir, resume };
    const policy = await callApi("getPolicy", request, { signal, quiet: true });
    const { receivedBytes } = policy;
    const fileName =
      resume !== null && receivedBytes > 0
        ? resume.slice(policy.dir.length + 1)
        : storedName(name, Date.now());
    key = `${policy.dir}/${fileName}`;
    const fields = [
      ["name", fileName],
      ["key", key],
      ["policy", policy.policy],
      ["OSSAccessKeyId", policy.accessid],
      ["success_action_status", "200"],
      ["signature", policy.signature],
      ["callback", policy.callback],
      ...(receivedBytes > 0 ? [["offset", String(receivedBytes)] as const] : []),
    ] as const;
    const file = receivedBytes > 0 ? content.slice(receivedBytes, content.size, content.type) : content;
    const sentBefore = content.size > 0 ? receivedBytes / content.size : 0;
    const posted = await postFile({
      url: policy.host,
      fields,
      file,
      fileName,
      signal,
      onProgress: (share) => onProgress(sentBefore + share * (1 - sentBefore)),
    });
    if (posted.kind === "stored") return { kind: "stored", key };
    if (posted.kind === "late") return await pollState(key, signal);
    if (posted.kind === "cut") return { kind: "cut", key };
    if (posted.kind !== "refused") return posted;
    // Some browsers repeat a request whose connection broke, while the server still holds the file of the first one.
    if (posted.reason === "policy") {
      const state = await stateOf(key, signal);
      if (state === "stored") return { kind: "stored", key };
      if (state === "receiving" || resume === null) return { kind: "cut", key };
    }
    return { kind: "refused", problem: problemOfReason(posted.reason), message: posted.message };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === "aborted") return { kind: "aborted" };
    if (error.kind !== "refused" || error.code === resultCodes.uploadRefused) return { kind: "cut", key };
    return { kind: "refused", problem: null, message: error.message };
  }
}

const stateOf = async (key: string, signal: AbortSignal) =>
  (await callApi("uploadState", { key }, { signal, quiet: true })).state;

/** Polls the state of a file that the server is processing. */
async function pollState(key: string, signal: AbortSignal): Promise<UploadOutcome> {
  for (let polls = 0; polls < maxPolls && !signal.aborted; polls += 1) {
    const state = await stateOf(key, signal);
    if (state === "stored") return { kind: "stored", key };
    if (state === "absent")
      return polls < latePolls
        ? { kind: "refused", problem: null, message: null }
        : { kind: "cut", key: null };
    await pause(pollMilliseconds, signal);
  }
  return signal.aborted ? { kind: "aborted" } : { kind: "cut", key: null };
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
