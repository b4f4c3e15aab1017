import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { OrderFollowed } from "./order-phase.ts";
import { FactLines } from "./fact-lines.tsx";
import { amountFacts, massageFact } from "./receipt-facts.ts";

/** The order below its outcome; the chair and its outlet are in the head of the page. */
export function OrderFacts({ order }: { order: OrderFollowed }) {
  const text = useText("receipts");
  const language = useLanguage();
  const moment = useLocalFormatter(dateAndTime);
  const facts = [
    { name: text.orderNumber, value: order.orderNumber },
    massageFact(order, text, language),
    { name: text.ordered, value: moment(order.orderTime) },
    ...amountFacts(order, text, language),
  ];
  return <FactLines facts={facts} />;
}
