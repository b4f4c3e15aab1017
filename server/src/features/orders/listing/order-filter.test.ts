import { orderTypes, payTypes } from "@reposo/contract/orders/order-values.ts";
import { expect, it } from "vitest";
import { payTypesOf } from "./order-filter.ts";

it("[ORD-2] converts a filter by order type to payment methods, and intersects it with a filter by payment method", () => {
  expect(payTypesOf(undefined, undefined)).toBeUndefined();
  expect(payTypesOf([], [])).toBeUndefined();
  expect(payTypesOf(undefined, ["counter", "coin"])).toEqual(["cash", "coin"]);
  expect(payTypesOf(["cash", "online", "cash"], [])).toEqual(["cash", "online"]);
  expect(payTypesOf(["cash", "online"], ["counter"])).toEqual(["cash"]);
  expect(payTypesOf(["coin"], ["online"])).toEqual([]);
  expect(payTypesOf(undefined, orderTypes)?.toSorted()).toEqual(payTypes.toSorted());
});
