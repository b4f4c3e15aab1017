import { formatMoney } from "@reposo/contract/money/money.ts";
import { useEffect, useRef, useState } from "react";
import { ContactCard, OperatorMark, useContact } from "#customer/operator/index.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { classNames } from "#ui/theme/class-names.ts";
import { Button, ButtonLink } from "#ui/button/button.tsx";
import { CheckIcon } from "#ui/icons/icons.tsx";
import { FactLines } from "./fact-lines.tsx";
import type { OrderFollowed } from "./order-phase.ts";
import { copyText } from "#ui/field/copy-text.ts";
import { receiptFacts, receiptHead, receiptLines, stateName } from "./receipt-facts.ts";
import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { zoneOfTimes } from "#shared/time/date-time.ts";
import { useLocalFormatter, useLocalZone } from "#shared/time/local-times.ts";
import styles from "./receipt.module.css";

export function Receipt({ order }: { order: OrderFollowed }) {
  const text = useText("receipts");
  const language = useLanguage();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copying, setCopying] = useState<"copied" | "byHand" | null>(null);
  // Some browsers, mainly on desktops, have no share function.
  const [isShareable, setShareable] = useState(false);
  useEffect(() => setShareable(canShare()), []);

  const title = fill(text.receiptOf, { orderNumber: order.orderNumber });
  const facts = receiptFacts(order, text, language, useLocalFormatter(dateAndTime));
  const note = fill(text.timesIn, { zone: zoneOfTimes(order.orderTime, language, useLocalZone()) });
  const chair = fill(text.atChair, { deviceId: order.deviceId });
  const state = text[stateName(order)];
  const { bought, ...sums } = receiptHead(order, text);
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const { operator } = usePageData().settings;
  const contact = useContact(order.contact);
  const lines = receiptLines(
    [title, operator.name, order.areaName, chair, `${bought} · ${money(sums.paid)}`, state],
    facts,
    [contact?.phone, contact?.messengerUrl, ...operator.receiptLines, note],
    language,
  );
  useDocumentTitle(title);

  async function copy(): Promise<void> {
    if (field.current !== null) setCopying((await copyText(field.current)) ? "copied" : "byHand");
  }
  async function share(): Promise<void> {
    if (!(await shareText(title, lines))) await copy();
  }

  return (
    <>
      <article className={styles.paper} aria-label={title}>
        <header className={styles.head}>
          <OperatorMark />
          <p className={styles.outlet} dir="auto">
            {order.areaName}
          </p>
          <p className="muted">{chair}</p>
          <p className={styles.bought}>{bought}</p>
          <p className={styles.amount}>{money(sums.paid)}</p>
          {sums.left !== sums.paid && (
            <p>
              {text.afterReturns} {money(sums.left)}
            </p>
          )}
          <p className="muted">{state}</p>
        </header>
        <FactLines facts={facts} />
        {operator.receiptLines.length > 0 && (
          <p className={classNames(styles.note, "prose")}>{operator.receiptLines.join("\n")}</p>
        )}
        <p className={styles.note}>{note}</p>
        <ContactCard contact={order.contact} orderNumber={order.orderNumber} />
      </article>
      <div className={styles.actions}>
        {isShareable && (
          <Button wide onClick={() => void share()}>
            {text.share}
          </Button>
        )}
        <Button
          wide
          variant={isShareable ? "quiet" : "primary"}
          icon={copying === "copied" ? <CheckIcon /> : undefined}
          onClick={() => void copy()}
        >
          {copying === "copied" ? text.copied : text.copy}
        </Button>
        <textarea
          ref={field}
          // `display: none` would prevent the script from selecting the text for copying.
          className={copying === "byHand" ? styles.lines : "visually-hidden"}
          aria-label={title}
          aria-hidden={copying !== "byHand"}
          tabIndex={copying === "byHand" ? 0 : -1}
          rows={8}
          readOnly
          value={lines}
        />
        <p className={copying === "byHand" ? "muted" : "visually-hidden"} role="status">
          {copying === "byHand" ? text.copyByHand : copying === "copied" ? text.copied : ""}
        </p>
        <Button wide variant="quiet" onClick={() => window.print()}>
          {text.print}
        </Button>
        {order.extensions
          .filter(({ orderStatus }) => orderStatus === "completed")
          .map(({ orderId, minutes }) => (
            <ButtonLink
              key={orderId}
              wide
              variant="plain"
              href={hrefOf("countdown", { orderId, view: "receipt" })}
            >
              {fill(text.toExtension, { minutes })}
            </ButtonLink>
          ))}
        {order.parentOrderId !== null && (
          <ButtonLink
            wide
            variant="plain"
            href={hrefOf("countdown", { orderId: order.parentOrderId, view: "receipt" })}
          >
            {text.toMassage}
          </ButtonLink>
        )}
        <ButtonLink wide variant="plain" replace href={hrefOf("countdown", { orderId: order.orderId })}>
          {text.toOrder}
        </ButtonLink>
      </div>
    </>
  );
}

/** Whether the browser can share text. Some browsers throw when `navigator.share` is read. */
function canShare(): boolean {
  try {
    return typeof navigator.share === "function";
  } catch {
    return false;
  }
}

/** Returns true if the text was shared or the user cancelled; false if sharing is not possible. */
async function shareText(title: string, text: string): Promise<boolean> {
  try {
    await navigator.share({ title, text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
