import { formatMoney } from "@reposo/contract/money/money.ts";
import { maxFoundPerKind } from "@reposo/contract/search/found-limit.ts";
import type { Found } from "@reposo/contract/search/search.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/text/user-text.tsx";

const allKinds: readonly (keyof Found)[] = ["orders", "devices", "feedback", "outlets"];

/** A shorter text matches almost everything. */
const minLength = 2;

/** Addresses to which chairs and outlets lead on a page about them; by default, their own pages. */
export interface FoundHrefs {
  readonly device?: (deviceId: string) => string;
  readonly outlet?: (areaId: string) => string;
}

export function SearchResults({
  text,
  kinds = allKinds,
  hrefs = {},
}: {
  text: string;
  /** What is shown beside a list that finds the other kinds itself; nothing is shown if nothing was found. */
  kinds?: readonly (keyof Found)[];
  hrefs?: FoundHrefs | undefined;
}) {
  const texts = useText("search");
  const isLong = text.length >= minLength;
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...apiQuery("search", { text }),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  if (!isLong) return null;
  if (isError && data === undefined)
    return <LoadFailed title={texts.failed} error={error} pending={isFetching} onRetry={refetch} />;
  if (data === undefined) return null;
  const count = kinds.reduce((sum, kind) => sum + data[kind].length, 0);
  if (kinds !== allKinds && count === 0) return null;
  const isCut = kinds.some((kind) => data[kind].length >= maxFoundPerKind);
  const summary = isCut
    ? fill(texts.foundFirst, { most: maxFoundPerKind })
    : fill(count === 0 ? texts.nothing : texts.found, { text, count });
  return (
    <>
      <p className="soft" role="status">
        {summary}
      </p>
      {count > 0 && (
        <List label={texts.results}>
          {kinds.map((kind) => (
            <Rows key={kind} kind={kind} found={data} hrefs={hrefs} />
          ))}
        </List>
      )}
    </>
  );
}

function Rows({
  kind,
  found,
  hrefs: {
    device = (deviceId) => hrefOf("device", { deviceId }),
    outlet = (areaId) => hrefOf("outlet", { areaId }),
  },
}: {
  kind: keyof Found;
  found: Found;
  hrefs: FoundHrefs;
}): ReactNode {
  const texts = useText("search");
  const manager = useText("manager");
  const language = useLanguage();
  const when = useInstantFormatter();
  const { labels } = useManager();
  const statusOf = (status: string) =>
    labels?.orderStatus.find(({ value }) => value === status)?.label ?? status;
  const place = (deviceId: string, areaName: string) => (
    <span className="line">
      {deviceId} · <UserText>{areaName}</UserText>
    </span>
  );
  switch (kind) {
    case "orders":
      return found.orders.map(({ orderId, orderNumber, deviceId, areaName, orderTime, ...order }) => (
        <Row
          key={orderId}
          href={hrefOf("orders", { orderId })}
          title={orderNumber}
          detail={
            <>
              {place(deviceId, areaName)}
              <span className="line">{when(orderTime)}</span>
            </>
          }
          meta={
            <>
              <span>{formatMoney(order.amount, order.currency, language)}</span>
              <Badge>{statusOf(order.orderStatus)}</Badge>
            </>
          }
        />
      ));
    case "devices":
      return found.devices.map(({ deviceId, areaName, online }) => (
        <Row
          key={deviceId}
          href={device(deviceId)}
          title={fill(texts.chair, { deviceId })}
          detail={<UserText>{areaName}</UserText>}
          meta={
            <Badge tone={online ? "good" : "bad"}>{online ? manager.devicesOnline : manager.offline}</Badge>
          }
        />
      ));
    case "feedback":
      return found.feedback.map(({ feedbackId, reference, deviceId, areaName, createdAt }) => (
        <Row
          key={feedbackId}
          href={hrefOf("feedback", { feedbackId })}
          title={fill(texts.feedback, { reference })}
          detail={
            <>
              {place(deviceId, areaName)}
              <span className="line">{when(createdAt)}</span>
            </>
          }
        />
      ));
    case "outlets":
      return found.outlets.map(({ areaId, areaName }) => (
        <Row
          key={areaId}
          href={outlet(areaId)}
          title={<UserText>{areaName}</UserText>}
          meta={manager.outlet}
        />
      ));
  }
}
