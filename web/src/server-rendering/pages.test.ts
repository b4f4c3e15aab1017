import path from "node:path";
import { expect, it } from "vitest";
import { pages as customerPages } from "#customer/customer-pages.tsx";
import { pages as managerPages } from "#manager/pages.tsx";
import type { LazyPage } from "#shared/lazy/lazy-page.ts";
import { type AppName, type RouteName, routes } from "#shared/routing/routes.ts";

const root = path.join(import.meta.dirname, "../..");

type AppPages = Readonly<Partial<Record<RouteName, { readonly component: LazyPage }>>>;

it.each<[AppName, AppPages]>([
  ["customer", customerPages],
  ["manager", managerPages],
])("[NAV-1] the %s app has all its pages, and the server knows their code", async (app, pages) => {
  const names = Object.keys(routes) as RouteName[];
  expect(Object.keys(pages).sort()).toEqual(names.filter((name) => routes[name].app === app).sort());
  for (const { component } of Object.values(pages)) {
    const module = (await import(path.join(root, component.source))) as { default: unknown };
    expect(await component.load(), component.source).toBe(module.default);
  }
});
