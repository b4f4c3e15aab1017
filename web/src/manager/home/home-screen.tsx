import { useManagerToken } from "#manager/shared/session/manager-token.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { LanguageSwitch } from "#ui/navigation/language-switch.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { Overview } from "./overview.tsx";

export default function HomeScreen() {
  return useManagerToken() === null ? <SignedOut /> : <Overview />;
}

/** Home without a session: shows no figures and offers login (NAV-3). */
function SignedOut() {
  const { appTitle } = useText("shared");
  const texts = useText("manager");
  useDocumentTitle(texts.overviewTab);
  return (
    <Screen middle bar={<NavBar title={appTitle} action={<LanguageSwitch />} />}>
      <Notice
        kind="empty"
        title={texts.homeSignedOutTitle}
        text={texts.homeSignedOutText}
        action={
          <div className="stack-2">
            <ButtonLink wide href={hrefOf("login", { next: hrefOf("home") })}>
              {texts.logIn}
            </ButtonLink>
            <ButtonLink wide variant="plain" href={hrefOf("chair")}>
              {texts.startChair}
            </ButtonLink>
          </div>
        }
      />
    </Screen>
  );
}
