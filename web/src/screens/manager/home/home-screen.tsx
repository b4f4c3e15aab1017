import { useManagerToken } from "#features/session/index.ts";
import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { NavBar } from "#ui/nav-bar.tsx";
import { Notice } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import { Overview } from "./overview.tsx";

export default function HomeScreen() {
  return useManagerToken() === null ? <SignedOut /> : <Overview />;
}

/** Home opens without a token, shows no figures, and offers login (NAV-3). */
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
