import type { FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import { readDraft, readDrafts, writeDraft } from "#shared/storage/drafts.ts";

export interface DraftFile {
  /** The key of the file in IndexedDB. */
  readonly id: string;
  readonly name: string;
  /** The key of the uploaded file in the object store; null before the upload. */
  readonly key: string | null;
  /** When it was uploaded, in milliseconds since the epoch; null before the upload. */
  readonly storedAt: number | null;
}

export interface FeedbackDraft {
  /** The chosen kind of problem; empty if none is chosen, absent in drafts of earlier versions. */
  readonly problemType?: FeedbackProblem | "";
  /** The description of the problem. */
  readonly problem: string;
  /** The field for unusual behaviour of the chair, named as in the API. */
  readonly abnormal: string;
  readonly files: readonly DraftFile[];
}

const prefix = "feedback.";
const nameOf = (orderId: string): string => prefix + orderId;

export const readFeedbackDraft = (orderId: string): FeedbackDraft | null =>
  readDraft(nameOf(orderId)) as FeedbackDraft | null;

/** Returns the IDs of the files of all unsent drafts in this browser. */
export const draftFileIds = (): string[] =>
  (readDrafts(prefix) as FeedbackDraft[]).flatMap(({ files }) => files.map(({ id }) => id));

const isEmpty = ({ problemType = "", problem, abnormal, files }: FeedbackDraft): boolean =>
  problemType === "" && problem === "" && abnormal === "" && files.length === 0;

/** Stores the draft; null or a draft without content removes it. */
export function writeFeedbackDraft(orderId: string, draft: FeedbackDraft | null): void {
  writeDraft(nameOf(orderId), draft === null || isEmpty(draft) ? null : draft);
}
