import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import type { FeedbackPage } from "./feedback-queries.ts";

interface Props {
  readonly page: Pick<FeedbackPage, "order" | "orderSteps" | "chairOrders">;
  readonly statusLabel: (status: string) => string;
  readonly when: (at: string) => string;
}

export function FeedbackHistory({ page: { order, orderSteps, chairOrders }, statusLabel, when }: Props) {
  const text = useText("answering");
  const others = chairOrders.filter(({ orderId }) => orderId !== order.orderId);
  return (
    <>
      {orderSteps.length > 0 && (
        <Section title={text.orderHistory}>
          <List label={text.orderHistory}>
            {orderSteps.map(({ at, status }) => (
              <Row key={`${at} ${status}`} title={statusLabel(status)} meta={when(at)} />
            ))}
          </List>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={text.chairHistory}>
          <List label={text.chairHistory}>
            {others.map(({ orderId, orderNumber, orderTime, orderStatus, feedbacks }) => (
              <Row
                key={orderId}
                title={orderNumber}
                detail={`${statusLabel(orderStatus)} · ${when(orderTime)}`}
                meta={feedbacks > 0 && <Badge>{fill(text.feedbacks, { count: feedbacks })}</Badge>}
                href={hrefOf("orders", { orderId })}
              />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}
