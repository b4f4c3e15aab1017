import { mostMedia } from "@reposo/contract/feedback.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { type FileKind, type FileProblem, kindOfFile } from "./file-rules.ts";
import { sendFile } from "./send-file.ts";

export type AttachmentState =
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "cut" }
  | { readonly kind: "stored"; readonly key: string }
  | { readonly kind: "refused"; readonly problem: FileProblem | null; readonly message: string | null };

export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly media: FileKind | null;
  /** Of the phone's own file; the page holds it while it is shown. */
  readonly previewUrl: string;
  readonly state: AttachmentState;
}

/** Two lines: a third would only slow the others down on a phone. */
const mostAtOnce = 2;

interface Held {
  readonly file: File;
  readonly cancel: AbortController;
}

export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const held = useRef(new Map<number, Held>());
  const queue = useRef<number[]>([]);
  const running = useRef(0);
  const nextId = useRef(1);

  const change = useCallback((id: number, state: AttachmentState) => {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);

  const pump = useCallback(
    function next(): void {
      while (running.current < mostAtOnce) {
        const id = queue.current.shift();
        const one = id === undefined ? undefined : held.current.get(id);
        if (id === undefined) return;
        if (one === undefined) continue;
        running.current += 1;
        change(id, { kind: "sending", share: 0 });
        sendFile({
          file: one.file,
          signal: one.cancel.signal,
          onProgress: (share) => change(id, { kind: "sending", share }),
          onCut: () => change(id, { kind: "cut" }),
        })
          .then(
            (outcome) => {
              if (outcome.kind !== "aborted") change(id, outcome);
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

  const add = useCallback(
    (files: readonly File[]) => {
      const room = Math.max(0, mostMedia - held.current.size);
      const added = files.slice(0, room).map((file): Attachment => {
        const id = nextId.current;
        nextId.current += 1;
        held.current.set(id, { file, cancel: new AbortController() });
        queue.current.push(id);
        return {
          id,
          name: file.name,
          media: kindOfFile(file)?.kind ?? null,
          previewUrl: URL.createObjectURL(file),
          state: { kind: "waiting" },
        };
      });
      setAttachments((all) => [...all, ...added]);
      pump();
      return files.length - added.length;
    },
    [pump],
  );

  const remove = useCallback((id: number) => {
    held.current.get(id)?.cancel.abort();
    held.current.delete(id);
    setAttachments((all) => {
      const gone = all.find((one) => one.id === id);
      if (gone) URL.revokeObjectURL(gone.previewUrl);
      return all.filter((one) => one.id !== id);
    });
  }, []);

  const retry = useCallback(
    (id: number) => {
      queue.current.push(id);
      change(id, { kind: "waiting" });
      pump();
    },
    [change, pump],
  );

  // Whoever leaves the page takes back what is still under way.
  useEffect(() => {
    const all = held.current;
    return () => {
      for (const { cancel } of all.values()) cancel.abort();
    };
  }, []);

  return { attachments, add, remove, retry };
}
