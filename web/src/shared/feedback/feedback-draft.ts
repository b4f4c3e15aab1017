import type { FeedbackProblem } from "@reposo/contract/feedback.ts";
import { readDraft, readDrafts, writeDraft } from "#shared/storage/drafts.ts";

export interface DraftFile {
  /** Names the file in the browser's database. */
  readonly id: string;
  readonly name: string;
  /** Its key in the store, once it is uploaded. */
  readonly key: string | null;
  readonly storedAt: number | null;
}

export interface FeedbackDraft {
  /** Empty while none is chosen; absent in drafts of earlier versions. */
  readonly problemType?: FeedbackProblem | "";
  readonly problem: string;
  readonly abnormal: string;
  readonly files: readonly DraftFile[];
}

const prefix = "feedback.";
const nameOf = (orderId: string): string => prefix + orderId;

export const readFeedbackDraft = (orderId: string): FeedbackDraft | null =>
  readDraft(nameOf(orderId)) as FeedbackDraft | null;

/** Files of every feedback that was begun in this browser and not sent. */
export const draftFileIds = (): string[] =>
  (readDrafts(prefix) as FeedbackDraft[]).flatMap(({ files }) => files.map(({ id }) => id));

/** A draft of nothing is none. */
export function writeFeedbackDraft(orderId: string, draft: FeedbackDraft | null): void {
  const isEmpty =
    draft === null ||
    ((draft.problemType ?? "") === "" &&
      draft.problem === "" &&
      draft.abnormal === "" &&
      draft.files.length === 0);
  writeDraft(nameOf(orderId), isEmpty ? null : draft);
}
