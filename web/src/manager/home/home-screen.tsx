import { useManagerToken } from "#manager/shared/session/manager-token.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
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
    <Screen middle bar={<NavBar title={appTitle} />}>
      <Notice
        kind="empty"
        title={texts.homeSignedOutTitle}
        text={texts.homeSignedOutText}
        action={<ButtonLink href={hrefOf("login", { next: hrefOf("home") })}>{texts.logIn}</ButtonLink>}
      />
    </Screen>
  );
}
