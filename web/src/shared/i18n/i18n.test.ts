import { expect, it } from "vitest";
import { languageCookieOf } from "./i18n.tsx";

it("[I18N-1] stores the language in a cookie, which is sent over https only if the page uses https", () => {
  const attributes = "Path=/; Max-Age=31536000; SameSite=Lax";
  expect(languageCookieOf("id_ID", "https:")).toBe(`reposo.locale=id_ID; ${attributes}; Secure`);
  expect(languageCookieOf("zh_TW", "http:")).toBe(`reposo.locale=zh_TW; ${attributes}`);
});
