import type { FeedbackRow, FeedbackState } from "@reposo/contract/feedback.ts";
import { memo } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/user-text/user-text.tsx";
import { ProblemText } from "#shared/feedback/problem-choices.tsx";
import styles from "./feedback-rows.module.css";

interface Shared {
  readonly when: (at: string) => string;
}

/** One page of the list; each row leads to that very feedback, of however many of its order. */
export function FeedbackRows({
  items,
  start,
  total,
  when,
}: Shared & { items: readonly FeedbackRow[]; start: number; total: number }) {
  return items.map((feedback, index) => (
    <OneRow key={feedback.feedbackId} feedback={feedback} at={start + index + 1} of={total} when={when} />
  ));
}

const OneRow = memo(function OneRow({
  feedback,
  at,
  of,
  when,
}: Shared & { feedback: FeedbackRow; at: number; of: number }) {
  const { feedbackId, areaName, deviceId, createdAt, state } = feedback;
  return (
    <Row
      href={hrefOf("feedback", { feedbackId })}
      name={feedbackId}
      place={{ at, of: Math.max(of, at) }}
      title={<ProblemText feedback={feedback} />}
      detail={
        <>
          <span className={styles.line}>
            <UserText>{areaName}</UserText> · {deviceId}
          </span>
          <span className={styles.line}>{when(createdAt)}</span>
        </>
      }
      meta={<FeedbackBadge state={state} />}
    />
  );
});

export function FeedbackBadge({ state }: { state: FeedbackState }) {
  const text = useText("feedback");
  const names: Record<FeedbackState, string> = {
    sent: text.stateSent,
    lookedAt: text.stateLookedAt,
    answered: text.stateAnswered,
    closed: text.stateClosed,
  };
  return <Badge tone={state === "sent" ? "warn" : "neutral"}>{names[state]}</Badge>;
}
