import type { CashBox, cashBoxes } from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { isList } from "#manager/shared/lists/list-query.ts";
import { operationOf } from "#shared/api/api-query.ts";
import { cashBoxQuery } from "./cash-queries.ts";

const deviceIdForm = /^[A-Z0-9]{4,20}$/;

/**
 * Returns the box of a device ID: from the lists that were fetched, which are also available offline, otherwise from the
 * server. Null: the account has no such chair; undefined: unknown yet.
 */
export function useCashBox(deviceId: string): CashBox | null | undefined {
  const client = useQueryClient();
  const isDeviceId = deviceIdForm.test(deviceId);
  const listed = client
    .getQueriesData<InfiniteData<ReplyOf<typeof cashBoxes>>>({
      predicate: (query) => operationOf(query) === "cashBoxes" && isList(query),
    })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ boxes }) => boxes)
    .find((box) => box.deviceId === deviceId);
  const { data } = useQuery({ ...cashBoxQuery(deviceId), enabled: listed === undefined && isDeviceId });
  if (!isDeviceId) return null;
  return listed ?? (data === undefined ? undefined : (data.boxes[0] ?? null));
}

/** Longer than a look-up takes on a usable connection. A collection that is saved without a connection waits no longer. */
const maxLookUpMilliseconds = 5_000;

/** Returns a function that waits for the server's answer to `useCashBox`; undefined if there is none in time. */
export function useBoxLookUp() {
  const client = useQueryClient();
  return async (deviceId: string): Promise<CashBox | null | undefined> => {
    const answer = client
      .fetchQuery({ ...cashBoxQuery(deviceId), retry: false })
      .then(({ boxes }) => boxes[0] ?? null)
      .catch(() => undefined);
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), maxLookUpMilliseconds);
    });
    return Promise.race([answer, late]);
  };
}
