import { maxMedia } from "@reposo/contract/feedback/media-limits.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { loadDraftFile, purgeDraftFiles, removeDraftFiles, saveDraftFile } from "./draft-files.ts";
import { type DraftFile, draftFileIds } from "./feedback-draft.ts";
import { type FileKind, type FileProblem, kindOfFile } from "#shared/uploads/file-rules.ts";
import { prepareFile } from "#shared/uploads/prepare-file.ts";
import {
  pause,
  uploadFile,
  type UploadOutcome,
  uploadRetryMilliseconds,
} from "#shared/uploads/upload-file.ts";

export type AttachmentState =
  | { readonly kind: "waiting" }
  /** `share` is the sent share of the file, from 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  /** The upload was interrupted, and is retried automatically. */
  | { readonly kind: "cut" }
  /** `key` is the key in the object store; `storedAt` is in milliseconds since the epoch. */
  | { readonly kind: "stored"; readonly key: string; readonly storedAt: number }
  /** If `problem` is null, the user may retry. `message` is the reason from the store; null if it sent none. */
  | {
      readonly kind: "refused";
      readonly problem: FileProblem | "lost" | null;
      readonly message: string | null;
    };

export interface Attachment {
  readonly id: number;
  /** The key of the file in IndexedDB, which the draft stores. */
  readonly fileId: string;
  readonly name: string;
  /** Null if the file is no longer stored in this browser, or its type is not supported. */
  readonly media: FileKind | null;
  /** An object URL of the file, which is revoked when the file is no longer shown; empty without a preview. */
  readonly previewUrl: string;
  readonly state: AttachmentState;
}

/** State of a draft's file that must be uploaded, but is no longer stored in this browser. */
const lost = { kind: "refused", problem: "lost", message: null } as const;

/** Maximum number of concurrent uploads. More would only slow each other down on a phone. */
const maxConcurrentUploads = 2;

/**
 * Age after which a restored draft's file is uploaded again. The store deletes files that do not become part of
 * feedback within a day.
 */
const maxStoredMilliseconds = 12 * 60 * 60_000;

interface Entry {
  readonly fileId: string;
  /** Null if this browser no longer has the file. */
  readonly file: File | null;
  readonly previewUrl: string;
  readonly cancel: AbortController;
}

/** Returns an object URL of the file; empty if this browser does not have the file or supports no object URLs. */
function previewOf(file: Blob | null): string {
  if (file === null) return "";
  try {
    return URL.createObjectURL(file);
  } catch {
    return "";
  }
}

function release({ cancel, previewUrl }: Entry): void {
  cancel.abort();
  if (previewUrl !== "") URL.revokeObjectURL(previewUrl);
}

/** Uploads a file, and retries after temporary failures until the file is stored, refused, or cancelled. */
async function sendFile(
  file: File,
  signal: AbortSignal,
  onChange: (state: AttachmentState) => void,
): Promise<Exclude<UploadOutcome, { kind: "cut" }>> {
  const prepared = await prepareFile(file);
  if (prepared.kind === "refused") return { ...prepared, message: null };
  const onProgress = (share: number) => onChange({ kind: "sending", share });
  let resume: string | null = null;
  for (let failures = 1; !signal.aborted; failures += 1) {
    const outcome: UploadOutcome = await uploadFile({
      ...prepared,
      dir: "feedback",
      resume,
      signal,
      onProgress,
    });
    if (outcome.kind !== "cut") return outcome;
    resume = outcome.key;
    onChange({ kind: "cut" });
    await pause(uploadRetryMilliseconds(failures), signal);
  }
  return { kind: "aborted" };
}

/**
 * Uploads the files of a draft and those that `add` adds, which it also stores in this browser. `remove` deletes a file
 * from this browser. `add` returns how many of its files exceed `maxMedia` and are ignored. `uploadAgain` uploads the
 * stored files again, because the server has deleted them. `isRestored` is false until the draft's files have loaded.
 */
export function useAttachments(draftFiles: readonly DraftFile[]) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const entries = useRef(new Map<number, Entry>());
  const queue = useRef<number[]>([]);
  const running = useRef(0);
  const nextId = useRef(1);
  const [isRestored, setRestored] = useState(draftFiles.length === 0);

  const change = useCallback((id: number, state: AttachmentState) => {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);

  const startUploads = useCallback(
    function next(): void {
      while (running.current < maxConcurrentUploads) {
        const id = queue.current.shift();
        if (id === undefined) return;
        const one = entries.current.get(id);
        if (one === undefined || one.file === null) continue;
        running.current += 1;
        change(id, { kind: "sending", share: 0 });
        sendFile(one.file, one.cancel.signal, (state) => change(id, state))
          .then(
            (outcome) => {
              if (outcome.kind === "stored") change(id, { ...outcome, storedAt: Date.now() });
              else if (outcome.kind !== "aborted") change(id, outcome);
            },
            () => change(id, { kind: "refused", problem: null, message: null }),
          )
          .finally(() => {
            running.current -= 1;
            next();
          });
      }
    },
    [change],
  );

  const addEntry = useCallback(
    (fileId: string, name: string, file: File | null, state: AttachmentState): Attachment => {
      const id = nextId.current;
      nextId.current += 1;
      const previewUrl = previewOf(file);
      entries.current.set(id, { fileId, file, previewUrl, cancel: new AbortController() });
      if (state.kind === "waiting") queue.current.push(id);
      const media = file === null ? null : (kindOfFile(file)?.kind ?? null);
      return { id, fileId, name, media, previewUrl, state };
    },
    [],
  );

  /** Files of the draft that are still being loaded from IndexedDB, and are not in `entries` yet. */
  const restoring = useRef(draftFiles);

  const add = useCallback(
    (files: readonly File[]) => {
      const remaining = Math.max(0, maxMedia - entries.current.size - restoring.current.length);
      const added = files.slice(0, remaining).map((file) => {
        const fileId = newIdempotencyKey();
        void saveDraftFile(fileId, file);
        return addEntry(fileId, file.name, file, { kind: "waiting" });
      });
      setAttachments((all) => [...all, ...added]);
      startUploads();
      return files.length - added.length;
    },
    [addEntry, startUploads],
  );

  useEffect(() => {
    let isUnmounted = false;
    async function restore(): Promise<void> {
      const files = await Promise.all(
        restoring.current.map(async (one) => ({ ...one, file: await loadDraftFile(one.id) })),
      );
      if (isUnmounted) return;
      restoring.current = [];
      const restored = files.map(({ id, name, key, storedAt, file }) => {
        if (key !== null && storedAt !== null && Date.now() - storedAt < maxStoredMilliseconds)
          return addEntry(id, name, file, { kind: "stored", key, storedAt });
        const state = file === null ? lost : ({ kind: "waiting" } as const);
        return addEntry(id, name, file, state);
      });
      setAttachments((all) => [...restored, ...all]);
      setRestored(true);
      startUploads();
      await purgeDraftFiles([
        ...draftFileIds(),
        ...[...entries.current.values()].map(({ fileId }) => fileId),
      ]);
    }
    void restore();
    return () => {
      isUnmounted = true;
    };
  }, [addEntry, startUploads]);

  const remove = useCallback((id: number) => {
    const one = entries.current.get(id);
    if (one !== undefined) {
      release(one);
      void removeDraftFiles([one.fileId]);
    }
    entries.current.delete(id);
    setAttachments((all) => all.filter((each) => each.id !== id));
  }, []);

  const retry = useCallback(
    (id: number) => {
      queue.current.push(id);
      change(id, { kind: "waiting" });
      startUploads();
    },
    [change, startUploads],
  );

  const uploadAgain = useCallback(() => {
    for (const { id, state } of attachments) {
      if (state.kind !== "stored") continue;
      if (entries.current.get(id)?.file) retry(id);
      else change(id, lost);
    }
  }, [attachments, change, retry]);

  useEffect(() => {
    const all = entries.current;
    return () => {
      for (const one of all.values()) release(one);
    };
  }, []);

  return { attachments, isRestored, add, remove, retry, uploadAgain };
}
