import { type ReactNode, useState } from "react";
import {
  cancelPromise,
  type FollowedOrderState,
  type OrderFollowed,
  phaseOf,
} from "#customer/orders/index.ts";
import { ContactCard, OperatorMark } from "#customer/operator/index.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { useSessionPermission } from "#shared/session/use-session-permission.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Screen, useFootBeside } from "#ui/screen/screen.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import styles from "./countdown.module.css";

export interface OrderViewProps {
  readonly bar: ReactNode;
  readonly order: OrderFollowed;
  readonly followed: FollowedOrderState;
}

/** The operator, the chair, and its outlet; without an order, their space. */
export function ChairLabel({ order }: { order: Pick<OrderFollowed, "deviceId" | "areaName"> | null }) {
  const text = useText("massage");
  return (
    <div className={styles.place}>
      <OperatorMark small />
      <p className={styles.chair}>
        {order === null ? "\u00a0" : fill(text.chairTitle, { deviceId: order.deviceId })}
      </p>
      <p className="muted" dir="auto">
        {order?.areaName ?? "\u00a0"}
      </p>
    </div>
  );
}

/** Whom the customer can reach about the order. */
export const OrderContact = ({ order }: { order: OrderFollowed }) => (
  <ContactCard contact={order.contact} orderNumber={order.orderNumber} />
);

/**
 * The layout of an order until its end: the chair, the ring, a text, and the buttons. Each part has the same height in
 * every phase, so that nothing moves when the phase changes. On a low phone, the text is above the buttons, beside the ring.
 */
export function OrderFrame({
  bar,
  order,
  ring,
  text,
  actions,
  hasRoom = true,
  children,
}: {
  bar: ReactNode;
  order: OrderFollowed;
  ring: ReactNode;
  text: ReactNode;
  actions: ReactNode;
  /** Whether the buttons keep their height. False if a message below the text would otherwise be out of view. */
  hasRoom?: boolean;
  children?: ReactNode;
}) {
  const isBeside = useFootBeside();
  const messages = (
    <>
      <div className={styles.text}>{text}</div>
      {children}
    </>
  );
  return (
    <Screen
      bar={bar}
      foot={
        <>
          {isBeside && <div className={styles.beside}>{messages}</div>}
          <div className={hasRoom ? styles.actions : undefined}>{actions}</div>
        </>
      }
    >
      <ChairLabel order={order} />
      {ring}
      {!isBeside && messages}
      <OrderContact order={order} />
    </Screen>
  );
}

/** Returns the name of the text that states what a stop of the running massage refunds. */
function stopText({ unusedAmount }: OrderFollowed) {
  // Only managers see the amounts: a stop by a customer refunds nothing.
  if (unusedAmount === null) return "stopText";
  if (unusedAmount.cash === 0) return unusedAmount.online === 0 ? "stopNothingText" : "stopRefundText";
  return unusedAmount.online === 0 ? "stopCashText" : "stopBothText";
}

/**
 * Stops a running massage, or cancels an order that is not running yet, after a confirmation. A manager without the
 * permission sees no button.
 */
export function StopButton({ order, followed: { stop, reload } }: Omit<OrderViewProps, "bar">) {
  const text = useText("massage");
  const { offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const mayStop = useSessionPermission("stop");
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failureText = useFailureText(failure);
  const phase = phaseOf(order);
  const isRunning = phase === "running";
  const money = (minor = 0) => formatMoney(minor, order.currency, language);
  const notStartedText = () =>
    fill(text.stopStartingText, {
      promise: fill(text[cancelPromise(order)], {
        amount: money(order.amount),
      }),
    });

  function open(): void {
    setFailure(null);
    // The amount for the unused minutes decreases, and no event reports it.
    if (isRunning) reload();
    setOpen(true);
  }

  function confirm(): void {
    setFailure(null);
    stop.run(!isRunning).then(() => setOpen(false), setFailure);
  }

  const runningText = () =>
    fill(text[stopText(order)], {
      amount: money(order.unusedAmount?.online),
      cash: money(order.unusedAmount?.cash),
    });

  if (mayStop !== true) return null;
  return (
    <>
      <Button variant="plain" wide onClick={open}>
        {isRunning ? text.stopEarly : text.cancelOrder}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={isRunning ? text.stopTitle : text.cancelOrder}
      >
        <div className="stack-3">
          <p>{isRunning ? runningText() : phase === "unpaid" ? text.stopUnpaidText : notStartedText()}</p>
          {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
          {!online && <p className="muted">{offlineReason}</p>}
          <Button variant="danger" wide pending={stop.pending} disabled={!online} onClick={confirm}>
            {isRunning ? text.stopYes : text.cancelYes}
          </Button>
          <Button variant="quiet" wide onClick={() => setOpen(false)}>
            {isRunning ? text.stopNo : text.cancelNo}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
