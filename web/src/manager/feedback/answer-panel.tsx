import type { FeedbackOutcome, Remedy } from "@reposo/contract/feedback/feedback.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { useEffect, useState } from "react";
import { readDraft, writeDraft } from "#shared/storage/drafts.ts";
import { usePermission } from "#manager/shared/session/manager-context.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Select } from "#ui/choice/select.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { limitText, worthText } from "./gift-text.ts";
import type { FeedbackPage } from "./feedback-queries.ts";
import { useAnswering } from "./use-answering.ts";

const maxReplyLength = 1_000;

/** `remedy` is missing in drafts of earlier versions. */
interface Draft {
  readonly words: string;
  readonly remedy?: Remedy;
}

const emptyDraft: Draft = { words: "" };

interface Props {
  readonly page: Pick<FeedbackPage, "feedback" | "giftOffer" | "mayAskRefund" | "returned">;
}

export function AnswerPanel({ page: { feedback, giftOffer, mayAskRefund, returned } }: Props) {
  const text = useText("answering");
  const shared = useText("feedback");
  const { textTooLong, offlineReason } = useText("shared");
  const online = useOnline();
  const mayGiveCoupons = usePermission("coupons");
  const mayRefund = usePermission("refund");
  const language = useLanguage();
  const { state, feedbackId } = feedback;
  const draftName = `answer.${feedbackId}`;
  const [stored] = useState(() => readDraft(draftName) as Draft | null);
  const [edited, setEdited] = useState<Draft | null>(null);
  // Only the browser has the stored draft, so the markup of the server is an empty form.
  const isHydrated = useHydrated();
  const draft = edited ?? (isHydrated ? stored : null) ?? emptyDraft;
  const { words: reply, remedy = "none" } = draft;
  const edit = (change: (now: Draft) => Partial<Draft>) =>
    setEdited((before) => {
      const now = before ?? stored ?? emptyDraft;
      return { ...now, ...change(now) };
    });
  useEffect(() => {
    if (edited !== null) writeDraft(draftName, edited.words === "" ? null : edited);
  }, [draftName, edited]);
  const { pending, failure, markViewed, answer, close } = useAnswering(feedbackId);
  const replyLength = countCharacters(normaliseText(reply));

  // `feedback` may be newer than `giftOffer`: after a gift, no further coupon is offered.
  const offer = feedback.gift === null ? giftOffer : null;
  const couponLabel =
    offer === null || offer.amount === null
      ? text.remedyCoupon
      : fill(text.remedyCouponWorth, { amount: worthText(offer, text, language) });
  const limit = offer === null ? null : limitText(offer, text);
  const remedies = [
    { value: "none" as const, label: text.remedyNone },
    ...(offer === null || !mayGiveCoupons ? [] : [{ value: "coupon" as const, label: couponLabel }]),
    ...(mayAskRefund && mayRefund ? [{ value: "refund" as const, label: text.remedyRefund }] : []),
  ];
  // The chosen remedy may no longer be offered, for example because another manager has since given the coupon.
  const chosen = remedies.some(({ value }) => value === remedy) ? remedy : "none";
  const outcomes: [FeedbackOutcome, string, boolean][] = [
    ["explained", text.closeExplained, true],
    ["couponGiven", text.closeCoupon, feedback.couponCode !== null],
    ["refunded", text.closeRefunded, returned > 0],
  ];
  /** One action at a time: the pressed button shows that it is pending, and the others are disabled. */
  const stateOf = (action: typeof pending) => ({
    pending: pending === action,
    disabled: !online || (pending !== null && pending !== action),
  });
  const submit = async () => {
    if (replyLength === 0 || replyLength > maxReplyLength) return;
    if (await answer(reply, chosen)) {
      // Text that was changed while the reply was being sent remains as the draft of the next reply.
      edit((now) => ({
        words: now.words === reply ? "" : now.words,
        remedy: now.remedy === draft.remedy ? "none" : (now.remedy ?? "none"),
      }));
    }
  };

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (pending === null && online) void submit();
      }}
    >
      <TextArea
        label={text.answer}
        value={reply}
        onChange={(words) => edit(() => ({ words }))}
        count={replyLength}
        maxCharacters={maxReplyLength}
        tooLong={fill(textTooLong, { most: maxReplyLength })}
        countLabel={fill(shared.characters, { count: replyLength, most: maxReplyLength })}
      />
      {remedies.length > 1 && (
        <Select
          label={text.remedy}
          value={chosen}
          choices={remedies}
          onChange={(chosenRemedy) => edit(() => ({ remedy: chosenRemedy }))}
        />
      )}
      {chosen === "coupon" && limit !== null && <Banner kind="warn">{limit}</Banner>}
      <FailureBanner of={failure} />
      {!online && <p className="soft">{offlineReason}</p>}
      <Button
        type="submit"
        wide
        pending={pending === "answer"}
        disabled={stateOf("answer").disabled || replyLength === 0 || replyLength > maxReplyLength}
      >
        {text.sendAnswer}
      </Button>
      {state === "sent" && (
        <Button variant="quiet" wide {...stateOf("view")} onClick={() => void markViewed()}>
          {text.markInProgress}
        </Button>
      )}
      {state === "answered" &&
        outcomes.map(
          ([outcome, label, isAllowed]) =>
            isAllowed && (
              <Button
                key={outcome}
                variant="quiet"
                wide
                {...stateOf(outcome)}
                onClick={() => void close(outcome)}
              >
                {label}
              </Button>
            ),
        )}
    </form>
  );
}
