import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useState } from "react";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { FreeChairs } from "#shared/chairs/free-chairs.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import styles from "./transfer-offer.module.css";

type FollowedOrder = ReplyOf<Endpoints["getOrder"]>;

interface Props {
  readonly order: FollowedOrder;
  /** Formats the time of day of an instant. */
  readonly timeOf: (at: string) => string;
  /** Whether the user may start the other chair; otherwise, only what happens without a choice is stated. */
  readonly mayContinue: boolean;
  /** Whether the user may request the refund before the offer ends. */
  readonly mayRefund: boolean;
  readonly onContinued: (orderId: string) => void;
  readonly onRefunding: (order: FollowedOrder) => void;
  /** Called when the server refused, because the displayed offer is then outdated. */
  readonly reload: () => void;
}

/**
 * Offers to continue a massage whose chair failed on an idle chair of the outlet instead of the refund (CHAIR-6). States
 * what happens without a choice. Nothing if there is no offer; an open question then says so.
 */
export function TransferOffer({ order, timeOf, mayContinue, mayRefund, ...on }: Props) {
  const text = useText("transfer");
  const language = useLanguage();
  const [asked, setAsked] = useState<{ readonly deviceId: string } | "refund" | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { orderId, currency } = order;
  const transfer = useIdempotentCall("transferOrder", { quiet: true });
  const decline = useIdempotentCall("declineTransfer", { quiet: true });
  if (order.transfer === null) {
    const isAnswered = transfer.pending || decline.pending || order.transferredTo !== null;
    return asked === null || isAnswered ? null : <OfferEnded order={order} onClose={() => setAsked(null)} />;
  }
  const { minutes, until, refund, freeChairs } = order.transfer;
  const values = { minutes, amount: formatMoney(refund, currency, language), time: timeOf(until) };

  function ask(choice: NonNullable<typeof asked>): void {
    setFailure(null);
    setAsked(choice);
  }
  function fail(error: unknown): void {
    setFailure(error);
    if (refusalCode(error) !== null) on.reload();
  }

  const otherwise = fill(refund > 0 ? text.otherwise : text.until, values);
  if (!mayContinue) return refund > 0 ? <p>{otherwise}</p> : null;
  return (
    <section className={styles.offer} aria-label={text.title}>
      <div className="stack-1">
        <h2 className={styles.title}>{text.title}</h2>
        <p className="soft">{fill(text.left, values)}</p>
        <p className="soft">{otherwise}</p>
      </div>
      {freeChairs.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <FreeChairs deviceIds={freeChairs} name={text.chair} onChoose={(deviceId) => ask({ deviceId })} />
      )}
      {refund > 0 && mayRefund && (
        <Button wide variant="plain" onClick={() => ask("refund")}>
          {fill(text.refund, values)}
        </Button>
      )}
      <Question
        open={asked !== null && asked !== "refund"}
        title={fill(text.question, asked !== null && asked !== "refund" ? asked : { deviceId: "" })}
        meaning={fill(refund > 0 ? text.meaning : text.meaningWithoutRefund, values)}
        yes={text.start}
        pending={transfer.pending}
        failure={failure}
        onClose={() => setAsked(null)}
        onYes={() => {
          if (asked === null || asked === "refund") return;
          setFailure(null);
          transfer
            .call({ orderId, deviceId: asked.deviceId }, (started) => on.onContinued(started.orderId))
            .then(() => setAsked(null), fail);
        }}
      />
      <Question
        open={asked === "refund"}
        title={fill(text.refund, values)}
        meaning={fill(text.refundMeaning, values)}
        yes={text.refundYes}
        pending={decline.pending}
        failure={failure}
        onClose={() => setAsked(null)}
        onYes={() => {
          setFailure(null);
          decline
            .call({ orderId }, (refunding) => {
              setAsked(null);
              on.onRefunding(refunding);
            })
            .catch(fail);
        }}
      />
    </section>
  );
}

function OfferEnded({ order: { currency, refund }, onClose }: { order: FollowedOrder; onClose: () => void }) {
  const text = useText("transfer");
  const language = useLanguage();
  const isOnItsWay = refund?.state === "requested" || refund?.state === "onItsWay";
  return (
    <Sheet open onClose={onClose} title={text.title}>
      <div className="stack-3">
        <p>{text.ended}</p>
        {isOnItsWay && (
          <p>{fill(text.endedRefund, { amount: formatMoney(refund.amount, currency, language) })}</p>
        )}
        <Button wide variant="quiet" onClick={onClose}>
          {text.back}
        </Button>
      </div>
    </Sheet>
  );
}

function Question({
  open,
  title,
  meaning,
  yes,
  pending,
  failure,
  onClose,
  onYes,
}: {
  open: boolean;
  title: string;
  meaning: string;
  yes: string;
  pending: boolean;
  failure: unknown;
  onClose: () => void;
  onYes: () => void;
}) {
  const text = useText("transfer");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  const failureText = useFailureText(failure);
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="stack-3">
        <p>{meaning}</p>
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        {!online && <p className="muted">{offlineReason}</p>}
        <Button wide pending={pending} disabled={!online} onClick={onYes}>
          {yes}
        </Button>
        <Button wide variant="quiet" onClick={onClose}>
          {text.back}
        </Button>
      </div>
    </Sheet>
  );
}
