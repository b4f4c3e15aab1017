import { describe, expect, it } from "vitest";
import { mayOpen } from "#shared/session/guard.ts";
import { type RouteName, hrefOf, ownHref, routeOf, routes } from "./routes.ts";

const customer = { token: "t", kind: "customer" } as const;
const manager = { token: "t", kind: "manager" } as const;

describe("pages", () => {
  it("[NAV-1] finds every page by its path, with or without a trailing slash, and no page for other paths", () => {
    for (const [name, { path }] of Object.entries(routes)) {
      if (path === "") continue;
      expect(routeOf(path)).toBe(name);
      expect(routeOf(`${path}/`)).toBe(name);
    }
    expect(routeOf("/")).toBe("login");
    expect(routeOf("/pages/nothing")).toBe("unknown");
    expect(routeOf("/pages/index/index/more")).toBe("unknown");
  });

  it("[NAV-1] omits empty parameters from addresses", () => {
    expect(hrefOf("countdown", { orderId: "a b", ticket: null })).toBe(
      "/pages/deviceOrder/order?orderId=a+b",
    );
    expect(hrefOf("chair")).toBe("/pages/index/index");
  });

  it("[NAV-2] requires a token for every page except login, index, error, home, and the unknown page", () => {
    const open = (Object.keys(routes) as RouteName[]).filter((name) => mayOpen(name, null, false));
    expect(open.sort()).toEqual(["chair", "error", "home", "login", "unknown"]);
  });

  it("[WHO-2] does not accept a customer's token for manager pages", () => {
    const refused = (Object.keys(routes) as RouteName[]).filter((name) => !mayOpen(name, customer, false));
    expect(refused.sort()).toEqual([
      "alerts",
      "cash",
      "dataChart",
      "details",
      "device",
      "deviceList",
      "feedback",
      "locationChoose",
      "locationOpen",
      "notifications",
      "orders",
      "outlet",
      "user",
    ]);
    for (const name of Object.keys(routes) as RouteName[]) expect(mayOpen(name, manager, false)).toBe(true);
  });

  it("[NAV-2] opens only the countdown page with the ticket of a payment", () => {
    expect(mayOpen("countdown", null, true)).toBe(true);
    expect(mayOpen("orderFeedback", null, true)).toBe(false);
  });

  it.each([
    ["/pages/home/home?a=1", "/pages/home/home?a=1"],
    ["https://evil.example/pages/home/home", null],
    ["//evil.example/pages/home/home", null],
    ["/\\evil.example/pages/home/home", null],
    ["javascript:alert(1)", null],
    ["/nothing", null],
    [null, null],
  ])("[NAV-2] after login %j leads to %j", (wanted, lands) => {
    expect(ownHref(wanted, "https://reposo.example")).toBe(lands);
  });
});
