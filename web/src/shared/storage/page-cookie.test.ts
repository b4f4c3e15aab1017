import { expect, it } from "vitest";
import { pageCookie } from "./page-cookie.ts";

it("[I18N-1] stores the language in a cookie, which is sent over https only if the page uses https", () => {
  const attributes = "Path=/; Max-Age=31536000; SameSite=Lax";
  expect(pageCookie("reposo.locale", "id_ID", "https:")).toBe(`reposo.locale=id_ID; ${attributes}; Secure`);
  expect(pageCookie("reposo.locale", "zh_TW", "http:")).toBe(`reposo.locale=zh_TW; ${attributes}`);
});
