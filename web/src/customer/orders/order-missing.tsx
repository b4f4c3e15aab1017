import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { ReactNode } from "react";
import { ContactCard } from "#customer/operator/index.ts";
import { type ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { useIsManager } from "#shared/session/session-kind.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";

/** Shown instead of an order that the caller may not see: mostly because another browser has paid for it. */
export function OrderMissing({
  bar,
  refusal,
  advice,
}: {
  bar: ReactNode;
  /** Shown as the reason, except for an order of others: then what helps in another browser than the payer's. */
  refusal?: ApiFailure;
  /** What a customer can do on a page without an order. */
  advice?: string;
}) {
  const { orderMissing } = useText("massage");
  const { recentTitle, missingText } = useText("receipts");
  const { toHome } = useText("pages");
  const isManager = useIsManager();
  const isHidden = !isManager && refusalCode(refusal) === resultCodes.orderNotFound;
  const reason = isHidden ? missingText : <FailureText of={refusal} />;
  return (
    <Screen bar={bar} middle>
      <div role="alert">
        <Notice
          kind="nothingMatches"
          title={advice ?? orderMissing}
          text={refusal === undefined ? undefined : reason}
          action={
            <ButtonLink href={hrefOf(isManager ? "home" : "quickStart")}>
              {isManager ? toHome : recentTitle}
            </ButtonLink>
          }
        />
      </div>
      <ContactCard contact={null} />
    </Screen>
  );
}
