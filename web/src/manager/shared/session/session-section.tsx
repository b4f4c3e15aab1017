import { useChooseLanguage, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { LanguageSwitch } from "#ui/language-switch/language-switch.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { LogOutRow } from "./log-out-row.tsx";
import { lazyComponent, LazySection } from "#shared/lazy/lazy-component.tsx";

const passwordRow = lazyComponent(() => import("./password-row.tsx"));

/** Language, password, and logout for accounts that may not open the account page. */
export default function SessionSection({ name }: { name: string }) {
  const shared = useText("shared");
  const texts = useText("manager");
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <Section title={texts.accountTab}>
      <List>
        <Row title={name} />
        <Row
          title={texts.language}
          meta={
            <LanguageSwitch
              label={shared.language}
              value={language}
              onChange={(chosen) => void chooseLanguage(chosen)}
            />
          }
        />
      </List>
      <LazySection of={passwordRow} props={{}} placeholder={null} />
      <LogOutRow />
    </Section>
  );
}
