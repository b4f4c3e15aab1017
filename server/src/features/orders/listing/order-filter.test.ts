import { orderTypes, payTypes } from "@reposo/contract/orders/orders.ts";
import { expect, it } from "vitest";
import { payTypesOf, readOrderFilter } from "./order-filter.ts";

it("[ORD-2] maps a filter by order type to one by payment method, and combines both to their intersection", () => {
  expect(payTypesOf(undefined, undefined)).toBeUndefined();
  expect(payTypesOf([], [])).toBeUndefined();
  expect(payTypesOf(undefined, ["counter", "coin"])).toEqual(["cash", "coin"]);
  expect(payTypesOf(["cash", "online", "cash"], [])).toEqual(["cash", "online"]);
  expect(payTypesOf(["cash", "online"], ["counter"])).toEqual(["cash"]);
  expect(payTypesOf(["coin"], ["online"])).toEqual([]);
  expect(payTypesOf(undefined, orderTypes)?.toSorted()).toEqual(payTypes.toSorted());
});

it("[ORD-2] accepts the number of a chair as it was typed", () => {
  expect(readOrderFilter({ outletIds: [] }, { deviceId: " mc01 " }, "+08:00").deviceId).toBe("MC01");
  expect(readOrderFilter({ outletIds: [] }, {}, "+08:00").deviceId).toBeUndefined();
});
