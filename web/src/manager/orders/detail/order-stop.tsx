import { resultCodes } from "@reposo/contract/result-codes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useState } from "react";
import type { Texts } from "#locales/texts.ts";
import { usePermission } from "#manager/shared/session/manager-context.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { type DisplayedOrder, mayStop, type useOrder } from "./use-order.ts";

/** Texts that state what happens to the payment. Other payment methods have the text `stopStartingRefund`. */
const promises: Partial<Record<DisplayedOrder["payType"], keyof Texts["lists"]>> = {
  coupon: "stopStartingCoupon",
  cashCoupon: "stopStartingCoupon",
  cash: "stopStartingCash",
  transfer: "stopStartingTransfer",
};

/** Returns the name of the text that states what a stop of the running massage refunds. */
function stopText({ unusedAmount }: DisplayedOrder) {
  if (!unusedAmount?.cash) return unusedAmount?.online ? "stopRefund" : "stopNothing";
  return unusedAmount.online ? "stopBoth" : "stopCash";
}

/** Returns what the manager returns in cash for the massage and its extensions after a stop. */
const cashOf = (order: DisplayedOrder): number =>
  [order, ...order.extensions].reduce(
    (sum, { payType, refunded }) => (payType === "online" ? sum : sum + refunded),
    0,
  );

/** Whether the server refused to cancel an extension because it was already sent to the chair. */
const wasSent = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  typeof failure.data === "object" &&
  failure.data !== null &&
  "parentOrderId" in failure.data;

/**
 * Cancels the order or stops its massage. If the server refuses because the order has changed, shows the reason also
 * when the order can no longer be cancelled.
 */
export function OrderStop({
  order,
  stop,
  refetch,
}: {
  order: DisplayedOrder;
  stop: ReturnType<typeof useOrder>["stop"];
  refetch: () => unknown;
}) {
  const texts = useText("lists");
  const { offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const isPermitted = usePermission("stop");
  const [asked, setAsked] = useState<"cancel" | "stop" | null>(null);
  const [isStopped, setStopped] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isRunning = order.orderStatus === "running";
  const question = isRunning ? "stop" : "cancel";
  const meaning = isRunning
    ? texts[stopText(order)]
    : order.orderStatus === "unpaid"
      ? texts.cancelUnpaid
      : order.parentOrderId === null
        ? texts.stopStarting
        : texts.stopExtension;

  function open(): void {
    setFailure(null);
    // The amount for the unused minutes decreases, and no event reports it.
    void refetch();
    setAsked(question);
  }

  function confirm(): void {
    setFailure(null);
    stop.run(!isRunning).then(() => {
      setAsked(null);
      setStopped(true);
    }, setFailure);
  }

  const message = wasSent(failure) ? (
    <Banner kind="error">{texts.extensionSent}</Banner>
  ) : (
    <FailureBanner of={failure} />
  );
  const refusal = refusalCode(failure);
  if (!isPermitted) return null;
  const cash = cashOf(order);
  const money = (minor = 0) => formatMoney(minor, order.currency, language);
  if (isStopped && order.orderStatus === "completed" && cash > 0)
    return <Banner kind="info">{fill(texts.returnCash, { amount: money(cash) })}</Banner>;
  // That the massage had started is no longer of interest when it has ended.
  if (!mayStop(order)) return refusal === null || refusal === resultCodes.massageStarted ? null : message;
  return (
    <>
      {asked === "cancel" && isRunning && message}
      <Button variant="danger" wide onClick={open}>
        {isRunning ? texts.stopMassage : texts.cancelOrder}
      </Button>
      <Sheet
        // If the chair starts while the sheet asks about the cancellation, the sheet closes, so that a tap that was
        // meant to cancel the order does not stop the massage.
        open={asked === question}
        onClose={() => setAsked(null)}
        title={isRunning ? texts.stopQuestion : texts.cancelQuestion}
      >
        <div className="stack">
          <p>
            {fill(meaning, {
              deviceId: order.deviceId,
              amount: money(order.unusedAmount?.online),
              cash: money(order.unusedAmount?.cash),
              promise: texts[promises[order.payType] ?? "stopStartingRefund"],
            })}
          </p>
          {message}
          {!online && <p className="muted">{offlineReason}</p>}
          <Button variant="danger" wide pending={stop.pending} disabled={!online} onClick={confirm}>
            {isRunning ? texts.stopYes : texts.cancelOrder}
          </Button>
          <Button variant="quiet" wide onClick={() => setAsked(null)}>
            {isRunning ? texts.stopNo : texts.cancelNo}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
