import { existsSync } from "node:fs";
import path from "node:path";
import { languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { type RouteName, routes } from "#shared/routing/routes.ts";
import { managerScreens } from "./manager-screens.ts";

const root = path.join(import.meta.dirname, "../..");

it("[NAV-1] lists the code and the texts of every manager page, and of no other page", () => {
  const names = Object.keys(routes) as RouteName[];
  expect(Object.keys(managerScreens).sort()).toEqual(
    names.filter((name) => routes[name].app === "manager").sort(),
  );
  for (const { module, parts, withModules = [] } of Object.values(managerScreens)) {
    for (const each of [module, ...withModules]) expect(existsSync(path.join(root, each)), each).toBe(true);
    for (const language of languages)
      for (const part of parts)
        expect(existsSync(path.join(root, `src/locales/${language}/${part}.ts`)), part).toBe(true);
  }
});
