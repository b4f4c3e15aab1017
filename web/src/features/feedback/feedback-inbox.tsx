import type { FeedbackState } from "@reposo/contract/feedback.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { useState } from "react";
import { useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { List, Row } from "#ui/list.tsx";
import { Notice } from "#ui/notice.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useFeedbackPages } from "./use-answering.ts";

const groups = { open: ["sent", "lookedAt"], answered: ["answered"], closed: ["closed"] } as const;
type Group = keyof typeof groups;

/** The feedback of a manager's outlets: what waits for an answer first. */
export default function FeedbackInbox() {
  const text = useText("answering");
  const shared = useText("feedback");
  const { tryAgain } = useText("shared");
  const language = useLanguage();
  const [group, setGroup] = useState<Group>("open");
  const { rows, failure, reload, more } = useFeedbackPages(groups[group]);
  const date = new Intl.DateTimeFormat(languageTags[language], { dateStyle: "medium", timeStyle: "short" });
  const names: Record<FeedbackState, string> = {
    sent: shared.stateSent,
    lookedAt: shared.stateLookedAt,
    answered: shared.stateAnswered,
    closed: shared.stateClosed,
  };
  return (
    <>
      <Segmented
        label={text.state}
        value={group}
        choices={[
          { value: "open", label: text.open },
          { value: "answered", label: shared.stateAnswered },
          { value: "closed", label: shared.stateClosed },
        ]}
        onChange={setGroup}
      />
      {failure !== null && (
        <Notice kind="error" title={failure} action={<Button onClick={reload}>{tryAgain}</Button>} />
      )}
      {rows === null && failure === null && <Skeleton shape="card" />}
      {rows?.length === 0 && <Notice kind="empty" title={text.none} />}
      {rows !== null && rows.length > 0 && (
        <List label={shared.feedback}>
          {rows.map(({ feedbackId, orderId, problem, areaName, deviceId, createdAt, state }) => (
            <Row
              key={feedbackId}
              title={problem}
              detail={`${areaName} · ${deviceId} · ${date.format(new Date(createdAt))}`}
              meta={<Badge tone={state === "sent" ? "warn" : "neutral"}>{names[state]}</Badge>}
              href={hrefOf("orderFeedback", { orderId })}
            />
          ))}
        </List>
      )}
      {more !== null && (
        <Button look="quiet" wide onClick={more}>
          {text.more}
        </Button>
      )}
    </>
  );
}
