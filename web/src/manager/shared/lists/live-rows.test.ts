import { expect, it } from "vitest";
import { apiQuery, createQueryClient } from "#shared/api/api-query.ts";
import { replaceRow } from "./live-rows.ts";
import { listQuery, type PagesOf } from "./list-query.ts";

interface Row {
  readonly deviceId: string;
  readonly online: boolean;
}
const rowOf = (deviceId: string, online = true): Row => ({ deviceId, online });
const query = listQuery<Row>(apiQuery("deviceList", { limit: 2 }));

const offline = rowOf("B1", false);
const isSame = ({ deviceId }: Row) => deviceId === offline.deviceId;

it("[DEV-1] [ORD-1] replaces a row in every list that has it, and leaves the others unchanged", () => {
  const client = createQueryClient(() => new Promise(() => undefined));
  const pages: PagesOf<Row> = {
    pageParams: [{}, { cursor: "more" }],
    pages: [
      { items: [rowOf("A1")], nextCursor: "more", total: 9 },
      { items: [rowOf("B1"), rowOf("B2")], nextCursor: "next", total: 9 },
    ],
  };
  const single = apiQuery("deviceList", { deviceId: "B1", limit: 1 }).queryKey;
  const other = apiQuery("deviceList", { deviceId: "C1", limit: 1 }).queryKey;
  client.setQueryData(query.queryKey, pages);
  client.setQueryData(single, { items: [rowOf("B1")], nextCursor: null, total: 1 });
  client.setQueryData(other, { items: [rowOf("C1")], nextCursor: null, total: 1 });
  const before = client.getQueryState(other);
  replaceRow(client, "deviceList", offline, isSame);
  const list = client.getQueryData<PagesOf<Row>>(query.queryKey);
  expect(list?.pages.map(({ items }) => items)).toEqual([[rowOf("A1")], [offline, rowOf("B2")]]);
  expect(list?.pages[0]).toBe(pages.pages[0]);
  expect(client.getQueryData(single)).toMatchObject({ items: [offline] });
  expect(client.getQueryState(other)).toEqual(before);
  client.clear();
});

it("[DEV-1] [NET-3] replaces the row again after a pending fetch, whose response may be older than the event", async () => {
  let respond: (page: object) => void = () => undefined;
  const client = createQueryClient(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  const page = { items: [rowOf("B1")], nextCursor: null, total: 1 };
  client.setQueryData(query.queryKey, { pages: [page], pageParams: [{}] });
  const fetched = client.fetchInfiniteQuery({ ...query, staleTime: 0 });
  const rows = () => client.getQueryData<PagesOf<Row>>(query.queryKey)?.pages[0]?.items;
  replaceRow(client, "deviceList", offline, isSame);
  expect(rows()).toEqual([offline]);
  respond(page);
  await fetched;
  expect(rows()).toEqual([offline]);
  client.clear();
});
