import { useChooseLanguage, useLanguage, useText } from "#platform/i18n.tsx";
import { LanguageSwitch } from "#ui/language-switch.tsx";
import { List, Row } from "#ui/list.tsx";
import { Section } from "#ui/screen.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import { LogOutRow } from "./log-out-row.tsx";

const passwordRow = () => import("./user/password-row.tsx");

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
      <LatePiece load={passwordRow} props={{}} waiting={null} />
      <LogOutRow />
    </Section>
  );
}
