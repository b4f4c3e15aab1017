import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import * as english from "#locales/en_US/manager.ts";
import * as indonesian from "#locales/id_ID/manager.ts";
import * as simplified from "#locales/zh_CN/manager.ts";
import * as traditional from "#locales/zh_TW/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { languageNames } from "#ui/navigation/language-switch.tsx";
import LoginScreen from "./login-screen.tsx";

const texts = { en_US: english, zh_CN: simplified, zh_TW: traditional, id_ID: indonesian };

function draw(language: Language): string {
  return renderToString(
    <ServerAddress.Provider value={{ path: "/", search: "" }}>
      <LanguageProvider language={language} texts={texts[language]} load={async () => texts[language]}>
        <LoginScreen />
      </LanguageProvider>
    </ServerAddress.Provider>,
  );
}

describe("the login screen", () => {
  it.each(languages)(
    "[LOGIN-1] shows the fields for account and password, the login button, and the languages, in %s",
    (language) => {
      const html = draw(language);
      const { manager, shared } = texts[language];
      for (const text of [manager.account, manager.password, manager.logIn, manager.startChair]) {
        expect(html).toContain(text);
      }
      for (const name of Object.values(languageNames)) expect(html).toContain(name);
      expect(html).toContain('autoComplete="username"');
      expect(html).toContain('autoComplete="current-password"');
      expect(html).toContain(shared.appTitle);
    },
  );

  it("[NAV-4] has no Back button", () => {
    expect(draw("en_US")).not.toContain(`aria-label="${english.shared.back}"`);
  });

  it("contains no inline style, which the content security policy would block", () => {
    expect(draw("en_US")).not.toContain("style=");
  });
});
