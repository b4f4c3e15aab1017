import type { FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxFeedbackCharacters } from "@reposo/contract/text/text-limits.ts";
import { maxMedia } from "@reposo/contract/feedback/media-limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { relaunch } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { focusInvalid } from "#ui/focus/focus-invalid.ts";
import { Banner } from "#ui/notice/notice.tsx";
import { SingleChoice } from "#ui/choice/single-choice.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { AttachmentGrid } from "./attachment-grid.tsx";
import { feedbackOfOrderQuery } from "./feedback-of-order.ts";
import { removeDraftFiles } from "./draft-files.ts";
import { type FeedbackDraft, readFeedbackDraft, writeFeedbackDraft } from "./feedback-draft.ts";
import { useAttachments } from "./use-attachments.ts";
import { useProblemChoices } from "./problem-choices.tsx";

/** Result codes after which the user can correct the form, or send it again later. */
const correctable: readonly number[] = [
  resultCodes.feedbackUnanswered,
  resultCodes.invalidRequest,
  resultCodes.mediaNeedsPaidOrder,
  resultCodes.mediaQuota,
  resultCodes.uploadRefused,
  resultCodes.feedbackDailyLimit,
];

interface FormProps {
  readonly orderId: string;
  /** Whether files can be attached, which the server accepts only for some orders. */
  readonly withFiles?: boolean;
}

type Fields = Pick<FeedbackDraft, "problemType" | "problem" | "abnormal">;

/** The feedback form. Its contents are stored as a draft until they are sent, so that a reload does not lose them. */
export function FeedbackForm({ orderId, withFiles = true }: FormProps) {
  const text = useText("feedback");
  const { textTooLong, offlineReason } = useText("shared");
  const online = useOnline();
  const choices = useProblemChoices();
  const [draft] = useState(() => readFeedbackDraft(orderId));
  const [edited, setEdited] = useState<Partial<Fields>>({});
  // Only the browser has the draft, so the markup of the server is an empty form. What the user has typed into it
  // replaces that field of the draft.
  const isHydrated = useHydrated();
  const { problemType = "", problem = "", abnormal = "" } = { ...(isHydrated && draft), ...edited };
  const edit = (fields: Partial<Fields>) => setEdited((before) => ({ ...before, ...fields }));
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const otherFailure = useFailureText(failure);
  const failureText = refusalCode(failure) === resultCodes.uploadRefused ? text.filesExpired : otherFailure;
  const { attachments, isRestored, add, remove, retry, uploadAgain } = useAttachments(
    withFiles ? (draft?.files ?? []) : [],
  );
  const client = useQueryClient();
  const { pending, call } = useIdempotentCall("feedbackInsert", { quiet: true });

  const counts = { problem: countCharacters(problem), abnormal: countCharacters(abnormal) };
  // A description is optional if a kind of problem other than "other" is chosen.
  const needsDescription = problemType === "" || problemType === "other";
  const isMissing = needsDescription && normaliseText(problem) === "";
  const isOver = counts.problem > maxFeedbackCharacters || counts.abnormal > maxFeedbackCharacters;
  const isUploading =
    (isHydrated && !isRestored) ||
    attachments.some(({ state }) => !["stored", "refused"].includes(state.kind));
  const isRefused = attachments.some(({ state }) => state.kind === "refused");

  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (!isHydrated || !isRestored || isSent) return;
    const files = attachments.map(({ fileId: id, name, state }) => {
      const { key, storedAt } = state.kind === "stored" ? state : { key: null, storedAt: null };
      return { id, name, key, storedAt };
    });
    writeFeedbackDraft(orderId, { problemType, problem, abnormal, files });
  }, [orderId, problemType, problem, abnormal, attachments, isHydrated, isRestored, isSent]);

  const submit = async () => {
    setChecked(true);
    setFailure(null);
    if (isMissing || isOver || isUploading || isRefused) return;
    const media = attachments.flatMap(({ state }) => (state.kind === "stored" ? [state.key] : []));
    try {
      const { feedbackId, reference } = await call({
        orderId,
        ...(problemType !== "" && { problemType }),
        problem,
        abnormal,
        media,
      });
      setSent(true);
      void client.invalidateQueries({ queryKey: feedbackOfOrderQuery(orderId).queryKey });
      writeFeedbackDraft(orderId, null);
      void removeDraftFiles(attachments.map(({ fileId }) => fileId));
      relaunch(hrefOf("result", { ok: "1", feedbackId, reference, orderId }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) {
        setFailure(error);
        throw error;
      }
      if (["ended", "noToken", "aborted"].includes(error.kind)) return;
      // After a final refusal, the result page replaces the form; after any other failure, the form can be sent again.
      if (error.kind === "refused" && !correctable.includes(error.code ?? 0))
        relaunch(hrefOf("result", { orderId, code: String(error.code) }));
      else setFailure(error);
      // The server deletes files a day after their upload, and the page may stay open for longer.
      if (refusalCode(error) === resultCodes.uploadRefused) uploadAgain();
    }
  };
  const waiting = isUploading ? text.waitForFiles : isRefused ? text.removeRefused : undefined;
  const counted = (count: number) => fill(text.characters, { count, most: maxFeedbackCharacters });

  return (
    <form
      className="stack-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (pending || !online) return;
        void submit();
        focusInvalid(event.currentTarget);
      }}
    >
      {choices.length > 0 && (
        <SingleChoice
          label={text.problemType}
          value={problemType}
          choices={choices.map(({ value, label }) => ({ value: value as FeedbackProblem, label }))}
          onChange={(value) => edit({ problemType: value })}
        />
      )}
      <TextArea
        label={needsDescription ? text.problem : text.problemOptional}
        placeholder={text.problemHint}
        value={problem}
        onChange={(value) => edit({ problem: value })}
        count={counts.problem}
        maxCharacters={maxFeedbackCharacters}
        tooLong={fill(textTooLong, { most: maxFeedbackCharacters })}
        countLabel={counted(counts.problem)}
        error={isChecked && isMissing ? text.problemMissing : undefined}
        required={needsDescription}
      />
      <TextArea
        label={text.abnormal}
        placeholder={text.abnormalHint}
        value={abnormal}
        onChange={(value) => edit({ abnormal: value })}
        count={counts.abnormal}
        maxCharacters={maxFeedbackCharacters}
        tooLong={fill(textTooLong, { most: maxFeedbackCharacters })}
        countLabel={counted(counts.abnormal)}
      />
      {withFiles ? (
        <AttachmentGrid
          attachments={attachments}
          max={maxMedia}
          onAdd={(files) => {
            if (add(files) > 0) showToast(fill(text.tooManyFiles, { most: maxMedia }), "error");
          }}
          onRemove={remove}
          onRetry={retry}
        />
      ) : (
        <p className="note">{text.mediaNone}</p>
      )}
      {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
      <div className="stack-2">
        <Button type="submit" wide pending={pending} disabled={isUploading || isOver || !online}>
          {failure === null ? text.send : text.sendAgain}
        </Button>
        {!online && <p className="note">{offlineReason}</p>}
        {(isUploading || (isChecked && isRefused)) && (
          <p className="note" role="status">
            {waiting}
          </p>
        )}
      </div>
    </form>
  );
}
