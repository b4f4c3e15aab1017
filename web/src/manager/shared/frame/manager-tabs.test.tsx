import type { Permission } from "@reposo/contract/permissions.ts";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import * as texts from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { type RouteName, hrefOf } from "#shared/routing/routes.ts";
import { ManagerTabs } from "./manager-tabs.tsx";

function tabs(permissions: Permission[], route: Exclude<RouteName, "unknown"> = "home"): [string, boolean][] {
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
  return [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => [
    /href="([^"]*)"/.exec(tag)?.[1] ?? "",
    tag.includes('aria-current="page"'),
  ]);
}

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
    const current = tabs(["home", "details", "user"], route).filter(([, isCurrent]) => isCurrent);
    expect(current).toEqual([[hrefOf(tab), true]]);
  });
});
