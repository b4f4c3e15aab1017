import type { FeedbackRow, FeedbackState } from "@reposo/contract/feedback/feedback.ts";
import { memo } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { ProblemText } from "#shared/feedback/problem-choices.tsx";

export const FeedbackListRow = memo(function FeedbackListRow({
  feedback,
  position,
  total,
  when,
}: {
  feedback: FeedbackRow;
  position: number;
  total: number;
  when: (at: string) => string;
}) {
  const { feedbackId, areaName, deviceId, createdAt, state } = feedback;
  return (
    <Row
      href={hrefOf("feedback", { feedbackId })}
      name={feedbackId}
      position={position}
      total={total}
      title={<ProblemText feedback={feedback} />}
      detail={
        <>
          <span className="line">
            <UserText>{areaName}</UserText> · {deviceId}
          </span>
          <span className="line">{when(createdAt)}</span>
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
    lookedAt: text.stateInProgress,
    answered: text.stateAnswered,
    closed: text.stateClosed,
  };
  return <Badge tone={state === "sent" ? "warn" : "neutral"}>{names[state]}</Badge>;
}
