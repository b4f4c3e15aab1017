import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMemo } from "react";
import { labelsOf } from "#manager/orders/order-labels.ts";
import { allFacts, mainFacts } from "./order-facts.ts";
import { orderSteps } from "./order-steps.ts";
import { OrderStop } from "./order-stop.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { mayStop, useOrder } from "./use-order.ts";
import { RefundSection, useRefundRequests } from "#manager/refunds/index.ts";
import { holds, mayOpen } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { clockInZone, zoneName } from "#manager/shared/zone/display-zone.ts";
import { navigate } from "#shared/routing/navigation.ts";
import { TransferOffer } from "#shared/transfer/transfer-offer.tsx";
import { Disclosure } from "#ui/list/disclosure.tsx";
import { Facts } from "#ui/list/facts.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Timeline } from "#ui/list/timeline.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { NotLoaded, RetryButton } from "#manager/shared/frame/load-failed.tsx";

export function OrderDetail({ ready, orderId }: { ready: Ready; orderId: string }) {
  const { userInfo, labels } = ready;
  const texts = useText("lists");
  const { empty, ordersTitle } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const order = useOrder(orderId);
  const isCompleted = order.data?.orderStatus === "completed";
  const refunds = useRefundRequests(orderId, { live: live === "live", enabled: isCompleted });
  const labelOf = useMemo(() => labelsOf(labels), [labels]);
  const { data, error } = order;

  if (data === undefined)
    return (
      <NotLoaded
        query={order}
        failedTitle={texts.orderFailed}
        placeholder={<OrderSkeleton />}
        missing={{
          codes: [resultCodes.orderNotFound],
          title: texts.orderMissing,
          href: hrefOf("orders"),
          listTitle: ordersTitle,
        }}
      />
    );

  const requests = refunds.data;
  const context = { texts, language, zone, labelOf };
  return (
    <>
      {mayStop(data) && live === "cut" && <Banner kind="offline">{texts.orderNotLive}</Banner>}
      {error !== null && (
        <Banner kind="warn" action={<RetryButton pending={order.isFetching} onRetry={order.refetch} />}>
          {texts.orderFailed}
        </Banner>
      )}
      <OrderSummary order={data} zone={zone} labelOf={labelOf} />
      <OrderStop order={data} stop={order.stop} refetch={order.refetch} />
      <Facts facts={mainFacts(data, context, mayOpen(userInfo, "home"))} />
      <TransferOffer
        order={data}
        timeOf={(at) => clockInZone(Date.parse(at), zone, language)}
        mayContinue={holds(userInfo, "start")}
        mayRefund={holds(userInfo, "refund")}
        onContinued={(started) => navigate(hrefOf("orders", { orderId: started }))}
        onRefunding={order.show}
        reload={() => void order.refetch()}
      />
      {(requests === undefined
        ? refunds.isError
        : (requests.left > 0 && holds(userInfo, "refund")) || requests.items.length > 0) && (
        <RefundSection
          requests={requests}
          error={refunds.error}
          isFetching={refunds.isFetching}
          zone={zone}
          pending={refunds.pending}
          onRetry={refunds.refetch}
          onRequest={refunds.request}
        />
      )}
      <Section title={texts.timeline}>
        <Timeline label={texts.timeline} steps={orderSteps(data, requests?.items ?? [], context)} />
      </Section>
      <List>
        <Row href={hrefOf("feedback", { orderId })} title={texts.orderFeedback} />
      </List>
      <Disclosure title={texts.allDetails}>
        <Facts facts={allFacts(data, context, empty)} />
      </Disclosure>
      <p className="note">{fill(texts.timesIn, { zone: zoneName(zone) })}</p>
    </>
  );
}
