import type { OperationName } from "@reposo/contract/operations.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { operationOf } from "#shared/api/api-query.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { coalesce } from "#shared/live/coalesce.ts";
import { changesDaySums, dayOfSums } from "./orders/index.ts";
import type { FeedbackPage } from "./feedback/index.ts";
import { updatedOperations } from "./live-updates.ts";
import { isFigures } from "./statistics/index.ts";

/** Operations whose replies change with an event of this name, besides figures, which change with any event. */
const operations: Record<Exclude<LiveEvent["name"], "reset">, readonly OperationName[]> = {
  // The server also sends an event of the order when feedback, a gift coupon, or a refund request of it changes.
  order: ["feedbackDetail", "feedbackList", "feedbackOfOrder", "giftCoupons", "refundRequests"],
  device: ["deviceConfiguration", "testRun"],
  revenue: [],
  alerts: ["alertList"],
};

/** Limits the calls during many events, most of which do not concern what is displayed. */
const minRefetchMilliseconds = 1_000;

/** Whether the event may have changed the data of the query. */
function mayChange(event: LiveEvent, query: Query): boolean {
  if (isFigures(query)) return true;
  const day = dayOfSums(query);
  if (day !== null) return changesDaySums(event, day);
  const operation = operationOf(query);
  const isOf = (names: readonly unknown[]) => names.includes(operation);
  if (event.name === "reset") return [updatedOperations, ...Object.values(operations)].some(isOf);
  return isOf(operations[event.name]) && concerns(event, query);
}

interface Subject {
  readonly deviceId?: string;
  readonly orderId?: string;
}

/** Returns the chair or order that the query is about; empty if it is about several, or not known yet. */
function subjectOf(query: Query): Subject {
  if (operationOf(query) === "feedbackDetail")
    return (query.state.data as FeedbackPage | undefined)?.order ?? {};
  return (query.queryKey[1] as Subject | null) ?? {};
}

/** Whether the query is about the chair or order of the event, or about several. */
function concerns(event: LiveEvent, query: Query): boolean {
  const { deviceId, orderId } = subjectOf(query);
  if (event.name === "device") return (deviceId ?? event.data.deviceId) === event.data.deviceId;
  if (event.name === "order") return (orderId ?? event.data.orderId) === event.data.orderId;
  return true;
}

/** Creates a function that refetches the displayed data that events may have changed, and one that cancels it. */
function createRefetch(client: QueryClient) {
  let events: LiveEvent[] = [];
  const refetch = coalesce(() => {
    const received = events;
    events = [];
    const predicate = (query: Query) => received.some((event) => mayChange(event, query));
    void refetchAfterPending(client, { predicate });
  }, minRefetchMilliseconds);
  const receive = (event: LiveEvent) => {
    events.push(event);
    refetch();
  };
  return { receive, cancel: refetch.cancel };
}

/** Returns a function to call for each event. It refetches the displayed data that the event may have changed. */
export function useRefetchOnEvents(): (event: LiveEvent) => void {
  const client = useQueryClient();
  const { receive, cancel } = useMemo(() => createRefetch(client), [client]);
  useEffect(() => cancel, [cancel]);
  return receive;
}
