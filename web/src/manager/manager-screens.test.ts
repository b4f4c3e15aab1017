import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type RouteName, routes } from "#shared/routing/routes.ts";
import { managerScreens } from "./manager-screens.ts";

const root = path.join(import.meta.dirname, "../..");

it("[NAV-1] lists the code of every manager page, and of no other page", () => {
  const names = Object.keys(routes) as RouteName[];
  expect(Object.keys(managerScreens).sort()).toEqual(
    names.filter((name) => routes[name].app === "manager").sort(),
  );
  for (const { module } of Object.values(managerScreens))
    expect(existsSync(path.join(root, module)), module).toBe(true);
});
