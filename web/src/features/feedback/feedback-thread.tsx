import type { Feedback, FeedbackState } from "@reposo/contract/feedback.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { formatMoney } from "@reposo/contract/money.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { classNames } from "#ui/class-names.ts";
import { Badge } from "#ui/badge.tsx";
import styles from "./feedback-thread.module.css";
import { refundText } from "./refund-text.ts";

const tones = { sent: "neutral", lookedAt: "accent", answered: "good", closed: "neutral" } as const;

/** What was said of an order, where it stands, and the answer. */
export function FeedbackThread({ feedback }: { feedback: Feedback }) {
  const text = useText("feedback");
  const language = useLanguage();
  const states: Record<FeedbackState, string> = {
    sent: text.stateSent,
    lookedAt: text.stateLookedAt,
    answered: text.stateAnswered,
    closed: text.stateClosed,
  };
  const date = new Intl.DateTimeFormat(languageTags[language], { dateStyle: "medium", timeStyle: "short" });
  const { reference, state, createdAt, problem, abnormal, media, answer, couponCode, refundRequested } =
    feedback;
  return (
    <article className={styles.thread}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.reference}>{reference}</h2>
          <p className={styles.soft}>{date.format(new Date(createdAt))}</p>
        </div>
        <Badge tone={tones[state]}>{states[state]}</Badge>
      </header>
      <p className={styles.words}>{problem}</p>
      {abnormal !== "" && <p className={styles.words}>{abnormal}</p>}
      {media.length > 0 && (
        <ul className={styles.media}>
          {media.map((file, index) => (
            <li key={file.url} className={classNames(file.kind === "video" && styles.wide)}>
              {file.kind === "video" ? (
                <video
                  className={styles.video}
                  src={file.url}
                  poster={file.posterUrl ?? undefined}
                  controls
                  playsInline
                  preload={file.posterUrl === null ? "metadata" : "none"}
                  aria-label={fill(text.fileNumber, { number: index + 1 })}
                >
                  {/* Nobody has written captions for what a customer films. */}
                  <track kind="captions" />
                </video>
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
      {(answer !== null || refundRequested !== null) && (
        <div className={styles.answer} role="status">
          {answer !== null && (
            <>
              <p className={styles.answerTitle}>{text.answerTitle}</p>
              <p className={styles.words}>{answer}</p>
            </>
          )}
          {couponCode !== null && (
            <p className={styles.soft}>
              {text.couponGiven} <strong className={styles.code}>{couponCode}</strong>
            </p>
          )}
          {refundRequested !== null && (
            <p className={styles.soft}>
              {fill(text[refundText(refundRequested)], {
                amount: formatMoney(refundRequested.amount, refundRequested.currency, language),
              })}
            </p>
          )}
        </div>
      )}
    </article>
  );
}
