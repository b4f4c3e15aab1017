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
  "/pages/index/index",
  "/pages/deviceOrder/order",
  "/pages/login/login",
  "/pages/err/err",
  "/nowhere",
])(
  "[I18N-1] [PERF-1] names the texts in which the server rendered %s, whatever language the user has chosen",
  async (path) => {
    const { html, app, textModules } = await renderPage(input(path));
    expect(html).not.toBe("");
    for (const language of languages) expect(textModules[language]).toEqual([`src/locales/en_US/${app}.ts`]);
  },
);

it.each(["/pages/quickStart/quickStart", "/pages/result/result", "/pages/user/user"])(
  "[I18N-1] [PERF-1] names the texts of the chosen language for %s, which the browser renders in it",
  async (path) => {
    const { html, app, textModules } = await renderPage(input(path));
    expect(html).toBe("");
    for (const language of languages)
      expect(textModules[language]).toEqual([`src/locales/${language}/${app}.ts`]);
  },
);
