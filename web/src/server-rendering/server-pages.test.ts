import type { PageInput } from "@reposo/contract/page-rendering.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { renderPage } from "./server-pages.tsx";

const input = (path: string): PageInput => ({
  path,
  search: "",
  language: "en_US",
  settings: {
    defaultLanguage: "en_US",
    acceptedOrigins: [],
    onlinePayment: { simulated: false, currencies: [] },
    map: null,
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
