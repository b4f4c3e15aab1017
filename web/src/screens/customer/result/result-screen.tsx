import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { AlertIcon, CheckIcon } from "#ui/icons.tsx";
import { Screen } from "#ui/screen.tsx";
import { homeHref } from "#screens/customer/home-href.ts";
import { PageBar } from "#screens/customer/page-bar.tsx";
import styles from "./result.module.css";

/** Whether what was sent has arrived, with a way back home (FB-3). */
export default function ResultScreen() {
  const text = useText("pages");
  const ok = ["1", "true"].includes(useQuery().get("ok") ?? "");
  useDocumentTitle(text.result);
  return (
    <Screen bar={<PageBar title={text.result} />} middle>
      <div className={styles.result} role="status">
        <span className={classNames(styles.mark, ok ? styles.good : styles.bad)}>
          {ok ? <CheckIcon /> : <AlertIcon />}
        </span>
        <p className={styles.title}>{ok ? text.resultOk : text.resultFailed}</p>
        {!ok && <p className={styles.text}>{text.resultFailedText}</p>}
        <ButtonLink href={homeHref()}>{text.toHome}</ButtonLink>
      </div>
    </Screen>
  );
}
