import type { Permission } from "@reposo/contract/permissions.ts";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import * as texts from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { type RouteName, hrefOf } from "#shared/routing/routes.ts";
import { ManagerTabs } from "./manager-tabs.tsx";

/** Renders the two forms of the navigation and returns their links: those of the tab bar, and those of the rail. */
function navigation(
  permissions: Permission[],
  route: Exclude<RouteName, "unknown"> = "home",
): { tabs: [string, boolean][]; rail: [string, boolean][] } {
  const userInfo = {
    id: "1",
    kind: "outletManager",
    name: "Maria",
    phone: null,
    permissions,
    country: "PH",
    currency: "PHP",
    timeZone: "Asia/Manila",
    passwordExpiresAt: null,
    outlets: [],
  } as const;
  const html = renderToString(
    <ServerAddress.Provider value={{ path: hrefOf(route), search: "" }}>
      <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
        <ManagerTabs userInfo={{ ...userInfo, permissions, outlets: [] }} />
      </LanguageProvider>
    </ServerAddress.Provider>,
  );
  const [, tabBar = "", rail = ""] = html.split("<nav");
  return { tabs: linksIn(tabBar), rail: linksIn(rail) };
}

const linksIn = (html: string): [string, boolean][] =>
  [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => [
    /href="([^"]*)"/.exec(tag)?.[1] ?? "",
    tag.includes('aria-current="page"'),
  ]);

const tabs = (...given: Parameters<typeof navigation>) => navigation(...given).tabs;
const rail = (...given: Parameters<typeof navigation>) => navigation(...given).rail;
const currentOf = (links: [string, boolean][]) => links.filter(([, isCurrent]) => isCurrent);

describe("the tab bar", () => {
  it("[NAV-5] shows exactly the tabs that the account may open", () => {
    expect(tabs(["home", "user"])).toEqual([
      [hrefOf("home"), true],
      [hrefOf("user"), false],
    ]);
    expect(tabs([])).toEqual([]);
    expect(tabs(["home", "details", "user", "cash"])).toHaveLength(3);
  });

  it.each([
    ["orders", "details"],
    ["dataChart", "home"],
    ["deviceList", "home"],
    ["user", "user"],
  ] as const)("[NAV-5] marks for the page %s the tab %s", (route, tab) => {
    expect(currentOf(tabs(["home", "details", "user"], route))).toEqual([[hrefOf(tab), true]]);
  });
});

describe("the rail of a wide window", () => {
  it("[WIDE-1] [NAV-5] shows exactly the pages that the account may open", () => {
    const names = (permissions: Permission[]) => rail(permissions).map(([href]) => href);
    expect(names(["home", "details", "user", "cash"])).toEqual(
      (
        [
          "home",
          "alerts",
          "orders",
          "deviceList",
          "details",
          "dataChart",
          "cash",
          "feedback",
          "user",
        ] as const
      ).map((name) => hrefOf(name)),
    );
    expect(names(["cash", "user"])).toEqual([hrefOf("cash"), hrefOf("user")]);
    expect(names([])).toEqual([]);
  });

  it.each([
    ["orders", "orders"],
    ["dataChart", "dataChart"],
    ["device", "deviceList"],
    ["outlet", "home"],
    ["notifications", "user"],
  ] as const)("[WIDE-1] marks for the page %s the entry %s", (route, entry) => {
    expect(currentOf(rail(["home", "details", "user"], route))).toEqual([[hrefOf(entry), true]]);
  });
});
