import type { FeedbackRow, FeedbackState } from "@reposo/contract/feedback/feedback.ts";
import { memo } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { ProblemText } from "#shared/feedback/problem-choices.tsx";

export const FeedbackListRow = memo(function FeedbackListRow({
  feedback,
  position,
  total,
  href,
  isSelected,
  when,
}: {
  feedback: FeedbackRow;
  position: number;
  total: number;
  href: string;
  isSelected: boolean;
  when: (at: string) => string;
}) {
  const { feedbackId, areaName, deviceId, createdAt, state } = feedback;
  return (
    <Row
      href={href}
      name={feedbackId}
      isSelected={isSelected}
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

const tones = { sent: "warn", lookedAt: "accent", answered: "good", closed: "neutral" } as const;

export function FeedbackBadge({ state }: { state: FeedbackState }) {
  const text = useText("feedback");
  const { stateSent } = useText("answering");
  const names: Record<FeedbackState, string> = {
    sent: stateSent,
    lookedAt: text.stateInProgress,
    answered: text.stateAnswered,
    closed: text.stateClosed,
  };
  return <Badge tone={tones[state]}>{names[state]}</Badge>;
}
