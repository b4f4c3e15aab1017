import type { Feedback, FeedbackOutcome, Remedy } from "@reposo/contract/feedback.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { countCharacters } from "@reposo/contract/text-length.ts";
import { useState } from "react";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { Button } from "#ui/button.tsx";
import { List, Row } from "#ui/list.tsx";
import { Banner } from "#ui/notice.tsx";
import { Section } from "#ui/screen.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import styles from "./answer-panel.module.css";
import { useAnswering } from "./use-answering.ts";

const mostOfAnswer = 1_000;

/** What a manager does about one feedback, with what the order and the chair went through beside it. */
export default function AnswerPanel({ feedback }: { feedback: Feedback }) {
  const text = useText("answering");
  const shared = useText("feedback");
  const language = useLanguage();
  const { state } = feedback;
  const [words, setWords] = useState("");
  const [remedy, setRemedy] = useState<Remedy>("none");
  const { history, labels, pending, failure, look, answer, close } = useAnswering(feedback);
  const date = new Intl.DateTimeFormat(languageTags[language], { dateStyle: "medium", timeStyle: "short" });
  const count = countCharacters(words);

  const remedies = [
    { value: "none" as const, label: text.remedyNone },
    ...(feedback.couponCode === null ? [{ value: "coupon" as const, label: text.remedyCoupon }] : []),
    ...(history?.mayAskRefund ? [{ value: "refund" as const, label: text.remedyRefund }] : []),
  ];
  const outcomes: [FeedbackOutcome, string, boolean][] = [
    ["explained", text.closeExplained, true],
    ["couponGiven", text.closeCoupon, feedback.couponCode !== null],
    ["refunded", text.closeRefunded, (history?.returned ?? 0) > 0],
  ];
  const submit = async () => {
    if (words.trim() === "" || count > mostOfAnswer) return;
    if (await answer(words, remedy)) {
      setWords("");
      setRemedy("none");
    }
  };

  return (
    <div className={styles.panel}>
      {state !== "closed" && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending) void submit();
          }}
        >
          <TextArea
            label={text.answer}
            value={words}
            onChange={setWords}
            count={count}
            most={mostOfAnswer}
            countLabel={fill(shared.characters, { count, most: mostOfAnswer })}
          />
          <Select label={text.remedy} value={remedy} choices={remedies} onChange={setRemedy} />
          {failure !== null && <Banner kind="error">{failure}</Banner>}
          <Button type="submit" wide pending={pending} disabled={words.trim() === "" || count > mostOfAnswer}>
            {text.sendAnswer}
          </Button>
          {state === "sent" && (
            <Button look="quiet" wide onClick={() => void look()}>
              {text.lookAtIt}
            </Button>
          )}
          {state === "answered" && (
            <div className={styles.closing}>
              <p className={styles.soft}>{text.closeAs}</p>
              {outcomes.map(
                ([outcome, label, fits]) =>
                  fits && (
                    <Button key={outcome} look="quiet" onClick={() => void close(outcome)}>
                      {label}
                    </Button>
                  ),
              )}
            </div>
          )}
        </form>
      )}
      {history !== null && (
        <>
          <Section title={text.orderHistory}>
            <List label={text.orderHistory}>
              {history.orderSteps.map(({ at, status }) => (
                <Row
                  key={`${at} ${status}`}
                  title={labels.get(status) ?? status}
                  meta={date.format(new Date(at))}
                />
              ))}
            </List>
          </Section>
          <Section title={text.chairHistory}>
            <List label={text.chairHistory}>
              {history.chairOrders.map(({ orderId, orderNumber, orderTime, orderStatus, feedbacks }) => (
                <Row
                  key={orderId}
                  title={labels.get(orderStatus) ?? orderStatus}
                  detail={date.format(new Date(orderTime))}
                  meta={feedbacks > 0 ? fill(text.feedbacks, { count: feedbacks }) : orderNumber}
                  href={hrefOf("orders", { orderId })}
                />
              ))}
            </List>
          </Section>
        </>
      )}
    </div>
  );
}
