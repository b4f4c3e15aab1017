import { useText } from "#shared/i18n/i18n.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { LanguageRow, LogOutRow } from "./log-out-row.tsx";
import { PasswordRow } from "./password-row.tsx";

/** Offers language, password, and logout to accounts that may not open the account page. */
export function SessionSection({ name }: { name: string }) {
  const texts = useText("manager");
  return (
    <Section title={texts.accountTab}>
      <List>
        <Row title={name} />
        <LanguageRow />
      </List>
      <PasswordRow />
      <LogOutRow />
    </Section>
  );
}
