import { useChooseLanguage, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { LanguageSwitch } from "#ui/language-switch/language-switch.tsx";
import { Row } from "#ui/list/list.tsx";

export function LanguageRow() {
  const { language: label } = useText("shared");
  const { language: title } = useText("manager");
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <Row
      title={title}
      meta={
        <LanguageSwitch label={label} value={language} onChange={(chosen) => void chooseLanguage(chosen)} />
      }
    />
  );
}
