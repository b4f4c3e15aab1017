import { useEffect, useState } from "react";
import { canEncrypt } from "#manager/shared/session/encrypt-password.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { logoutReason } from "#shared/session/session-end.ts";
import { readManagerToken } from "#shared/session/session-storage.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { LeafIcon } from "#ui/icons/icons.tsx";
import { LanguageSwitch } from "#ui/navigation/language-switch.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { leaveLogin, LoginForm } from "./login-form.tsx";
import styles from "./login-screen.module.css";

export default function LoginScreen() {
  const shared = useText("shared");
  const texts = useText("manager");
  const next = useAddressQuery().get("next");
  const [insecure, setInsecure] = useState(false);
  const [reason, setReason] = useState("");
  useDocumentTitle(texts.logIn);

  useEffect(() => {
    // Evaluated in an effect, because the server also renders this page and cannot know the browser's results.
    setInsecure(!canEncrypt());
    setReason(logoutReason());
    if (readManagerToken() !== null) leaveLogin(next);
  }, [next]);

  return (
    <Screen bar={<NavBar title={texts.logIn} titleShown={false} action={<LanguageSwitch />} />}>
      <div className={styles.greeting}>
        <span className={styles.mark}>
          <LeafIcon />
        </span>
        <p className={styles.title}>{shared.appTitle}</p>
        <p className={styles.lead}>{texts.loginLead}</p>
      </div>
      {reason !== "" && <Banner kind="warn">{reason}</Banner>}
      {insecure ? (
        <Notice kind="error" title={texts.insecureTitle} text={texts.insecureText} />
      ) : (
        <LoginForm next={next} />
      )}
      <div className={styles.customers}>
        <span>{texts.customerLead}</span>
        <ButtonLink variant="plain" href={hrefOf("chair")}>
          {texts.startChair}
        </ButtonLink>
      </div>
    </Screen>
  );
}
