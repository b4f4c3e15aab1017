import type { Feedback, FeedbackOutcome, FeedbackState } from "@reposo/contract/feedback/feedback.ts";
import type { Texts } from "#locales/texts.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { dateAndTime, dateTimeFormatter, fullDate } from "@reposo/contract/text/date-styles.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { Badge } from "#ui/text/badge.tsx";
import { CodeText } from "#ui/text/code-text.tsx";
import styles from "./feedback-thread.module.css";
import { FeedbackVideo } from "./feedback-video.tsx";
import { ProblemText } from "./problem-choices.tsx";

const tones = { sent: "neutral", lookedAt: "accent", answered: "good", closed: "neutral" } as const;

interface Props {
  readonly feedback: Feedback;
  /** Formats instants; by default in the browser's time zone. */
  readonly when?: (at: string) => string;
  /** Replaces the texts that address the customer. */
  readonly texts?: CustomerTexts;
}

type CustomerTexts = Pick<Texts["feedback"], "stateSent" | "couponGiven" | "couponWorth" | "refundPending">;

export function FeedbackThread({ feedback, when, texts }: Props) {
  const text = { ...useText("feedback"), ...texts };
  const language = useLanguage();
  const states: Record<FeedbackState, string> = {
    sent: text.stateSent,
    lookedAt: text.stateInProgress,
    answered: text.stateAnswered,
    closed: text.stateClosed,
  };
  const outcomes: Record<FeedbackOutcome, string> = {
    explained: text.outcomeExplained,
    refunded: text.outcomeRefunded,
    couponGiven: text.outcomeCouponGiven,
  };
  const at = when ?? dateTimeFormatter(language, dateAndTime);
  const { state, abnormal, media, mediaCount, answers, coupon, refundRequested, outcome } = feedback;
  return (
    <article className={styles.thread}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.reference}>{feedback.reference}</h2>
          <p className={styles.soft}>{at(feedback.createdAt)}</p>
        </div>
        {/* For the manager, whose texts are given, new feedback is a task. */}
        <Badge tone={state === "sent" && texts !== undefined ? "warn" : tones[state]}>{states[state]}</Badge>
      </header>
      <p className="prose">
        <ProblemText feedback={feedback} />
      </p>
      {abnormal !== "" && (
        <p className="prose" dir="auto">
          {abnormal}
        </p>
      )}
      {media.length > 0 && (
        <ul className={styles.media}>
          {media.map((file, index) => (
            <li key={fileKey(file.url)} className={classNames(file.kind === "video" && styles.wide)}>
              {file.kind === "video" ? (
                <FeedbackVideo file={file} label={fill(text.fileNumber, { number: index + 1 })} />
              ) : (
                <a href={file.url} target="_blank" rel="noreferrer">
                  <img
                    className={styles.shown}
                    src={file.url}
                    alt={fill(text.fileNumber, { number: index + 1 })}
                    loading="lazy"
                  />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {media.length < mediaCount && (
        <p className={styles.soft}>{fill(text.filesDeleted, { count: mediaCount - media.length })}</p>
      )}
      {(answers.length > 0 || refundRequested !== null) && (
        <div className={styles.answer} role="status">
          {answers.map(({ answer, answeredAt, couponCode }) => (
            <div key={answeredAt} className={styles.oneAnswer}>
              <p className={styles.answerTitle}>
                {text.answerTitle} · {at(answeredAt)}
              </p>
              <p className="prose" dir="auto">
                {answer}
              </p>
              {couponCode !== null && (
                <GivenCoupon
                  code={couponCode}
                  coupon={couponCode === coupon?.code ? coupon : null}
                  text={text}
                />
              )}
            </div>
          ))}
          {coupon !== null && answers.every(({ couponCode }) => couponCode !== coupon.code) && (
            <GivenCoupon code={coupon.code} coupon={coupon} text={text} />
          )}
          {refundRequested !== null && (
            <p className={styles.soft}>
              {fill(text[refundText(refundRequested)], {
                amount: formatMoney(refundRequested.amount, refundRequested.currency, language),
              })}
            </p>
          )}
          {outcome !== null && <p className={styles.soft}>{outcomes[outcome]}</p>}
        </div>
      )}
    </article>
  );
}

/** Returns the part of a file's link that stays the same when the server signs the link again. */
export const fileKey = (url: string): string => url.replace(/\?.*/, "");

/** Shows a gift coupon with its value, outlets, and last day; only its code if `coupon` is null. */
function GivenCoupon({
  code,
  coupon,
  text,
}: {
  code: string;
  coupon: Feedback["coupon"];
  text: CustomerTexts;
}) {
  const language = useLanguage();
  const amount = coupon?.amount ?? null;
  const given =
    coupon === null || amount === null
      ? text.couponGiven
      : fill(text.couponWorth, { amount: formatMoney(amount, coupon.currency, language) });
  return (
    <>
      <p className={styles.soft}>
        {given}{" "}
        <strong className={styles.code}>
          <CodeText code={code} />
        </strong>
      </p>
      {coupon !== null && <CouponTerms coupon={coupon} />}
    </>
  );
}

function CouponTerms({ coupon: { areaNames, lastDay } }: { coupon: NonNullable<Feedback["coupon"]> }) {
  const { couponWhere } = useText("feedback");
  const language = useLanguage();
  if (areaNames.length === 0 || lastDay === null) return null;
  // The last day is a calendar date, which does not depend on the reader's time zone.
  const date = dateTimeFormatter(language, { ...fullDate, timeZone: "UTC" })(lastDay);
  return (
    <p className={styles.soft}>
      {fill(couponWhere, { outlets: areaNames.map(isolateText).join(", "), date })}
    </p>
  );
}

/** Returns the name of the text about a requested refund. */
export function refundText({
  state,
  refundState,
}: Pick<NonNullable<Feedback["refundRequested"]>, "state" | "refundState">) {
  if (state === "refused") return "refundRefused";
  if (state === "requested") return "refundRequested";
  if (refundState === "needsAttention") return "refundStuck";
  return refundState === "returned" ? "refunded" : "refundPending";
}
