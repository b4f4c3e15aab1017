import type { PageInput } from "@reposo/contract/page-rendering.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { routes } from "#shared/routing/routes.ts";
import { dictionaries } from "./server-dictionaries.ts";
import { renderPage, renderSimulatedPayment } from "./server-pages.tsx";

const input = (path: string): PageInput => ({
  path,
  search: "",
  language: "en_US",
  settings: {
    defaultLanguage: "en_US",
    acceptedOrigins: [],
    onlinePayment: { simulated: false, currencies: [], methods: {} },
    map: null,
    operator: { name: null, logoUrl: null, contact: null, receiptLines: [] },
  },
  callPublicOperation: () => Promise.reject(new Error("no data")),
  session: null,
  now: "2026-11-29T08:00:00.000Z",
});

it.each([
  ["/pages/index/index", "customer"],
  ["/pages/login/login", "manager"],
  ["/pages/err/err", "customer"],
  ["/pages/user/user", "manager"],
])("[I18N-1] [PERF-1] names the texts of the document's language for %s", async (path, app) => {
  for (const language of languages) {
    const { modules } = await renderPage({ ...input(path), language });
    expect(modules).toContain(`src/locales/${language}/${app}.ts`);
  }
});

it("[HELP-1] [I18N-4] names the operator in the titles of customers' pages, and never the data centre", async () => {
  const operator = { name: "Pahinga", logoUrl: null, contact: null, receiptLines: [] };
  for (const { path, app } of Object.values(routes)) {
    for (const language of languages) {
      const { appTitle } = dictionaries[language].shared;
      const plain = input(path || "/no/such/page");
      const { title } = await renderPage({ ...plain, language });
      const branded = await renderPage({ ...plain, language, settings: { ...plain.settings, operator } });
      if (app === "manager") expect(branded.title).toContain(appTitle);
      else {
        expect(title).not.toBe("");
        expect(title).not.toContain(appTitle);
        expect(branded.title).toMatch(/Pahinga$/);
      }
    }
  }
});

it("[HELP-1] [START-3] names the operator in the title of the simulated payment page", () => {
  const { language, settings } = input("");
  const payment = {
    orderNumber: "260302-7K3M-92QX",
    deviceId: "MC1000",
    areaName: "Ayala Mall",
    gear: 1,
    minutes: 10,
    amount: 5_000,
    currency: "PHP",
    isOpen: true,
  } as const;
  const operator = { ...settings.operator, name: "Pahinga" };
  const { title } = renderSimulatedPayment({ language, settings: { ...settings, operator }, payment });
  expect(title).toBe("Simulated payment · Pahinga");
});
