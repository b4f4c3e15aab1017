import type { RefundRequest, RefundRequests } from "@reposo/contract/orders/refunds.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useState } from "react";
import type { Texts } from "#locales/texts.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { momentInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { usePermission } from "#manager/shared/session/manager-context.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { useOpening } from "#manager/shared/frame/use-opening.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
import { RefundSheet } from "./refund-sheet.tsx";
import type { RefundDraft } from "./use-refund-requests.ts";

export interface RefundSectionProps {
  /** Undefined if the requests could not be loaded, because of `error`. */
  readonly requests: RefundRequests | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => unknown;
  readonly zone: DisplayZone;
  readonly pending: boolean;
  readonly onRequest: (draft: RefundDraft) => Promise<void>;
}

/**
 * Lists the refund requests of an order with their states, and offers a further request if money is left to refund and
 * no request is pending. Requires the `refunds` texts to be loaded.
 */
export function RefundSection({
  requests,
  error,
  isFetching,
  zone,
  pending,
  onRetry,
  onRequest,
}: RefundSectionProps) {
  const texts = useText("refunds");
  const isPermitted = usePermission("refund");
  const { isOpen, open, close, closeOwn } = useOpening();
  const [failure, setFailure] = useState<unknown>(null);
  if (requests === undefined)
    return <LoadFailed title={texts.failed} error={error} pending={isFetching} onRetry={onRetry} />;
  const { left, items, inCash } = requests;
  const clearFailure = () => setFailure(null);
  function send(draft: RefundDraft): void {
    onRequest(draft).then(() => {
      showToast(texts.requestSent);
      closeOwn();
    }, setFailure);
  }

  const mayRequest = isPermitted && left > 0 && items.every(({ state }) => state !== "requested");
  return (
    <Section title={texts.title}>
      {items.map((request) => (
        <Request key={request.requestId} request={request} inCash={inCash} zone={zone} />
      ))}
      {mayRequest && (
        <Button
          variant="quiet"
          wide
          onClick={() => {
            clearFailure();
            open();
          }}
        >
          {texts.requestRefund}
        </Button>
      )}
      {!isOpen && <FailureBanner of={failure} />}
      {isOpen && (
        <RefundSheet
          requests={requests}
          pending={pending}
          failure={failure}
          clearFailure={clearFailure}
          onRequest={send}
          onClose={() => {
            clearFailure();
            close();
          }}
        />
      )}
    </Section>
  );
}

const tones = { requested: "warn", approved: "good", refused: "bad" } as const;

/** Returns the text that states where the money of an approved request is. */
function moneyText(
  refundState: RefundRequest["refundState"],
  inCash: boolean,
  texts: Texts["refunds"],
): string {
  if (inCash) return texts.handOver;
  if (refundState === "returned") return texts.returned;
  return refundState === "needsAttention" ? texts.stuck : texts.refundPending;
}

function Request({ request, inCash, zone }: { request: RefundRequest; inCash: boolean; zone: DisplayZone }) {
  const texts = useText("refunds");
  const language = useLanguage();
  const { state, refundState, requestedBy, decision } = request;
  const amount = formatMoney(request.amount, request.currency, language);
  const names = { requested: texts.waiting, approved: texts.approved, refused: texts.refused };
  const time = momentInZone(Date.parse(request.requestedAt), zone, language);
  return (
    <article className="entry">
      <div className="split">
        <span className="strong">{amount}</span>
        <span role="status">
          <Badge tone={tones[state]}>{names[state]}</Badge>
        </span>
      </div>
      <p className="prose" dir="auto">
        {request.reason}
      </p>
      <p className="soft">{requestedBy === null ? time : fill(texts.from, { name: requestedBy, time })}</p>
      {state === "approved" && <p>{fill(moneyText(refundState, inCash, texts), { amount })}</p>}
      {decision !== null && <p className="prose">{fill(texts.operatorMessage, { text: decision })}</p>}
    </article>
  );
}
