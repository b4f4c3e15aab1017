import { type Language, languages, languageTags } from "@reposo/contract/text/languages.ts";
import { useChooseLanguage, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { GlobeIcon } from "#ui/icons/icons.tsx";
import styles from "./language-switch.module.css";

/** The languages' own names, so that users recognise their language regardless of the active one. */
export const languageNames: Record<Language, string> = {
  en_US: "English",
  zh_CN: "简体中文",
  zh_TW: "繁體中文",
  id_ID: "Bahasa Indonesia",
};

export function LanguageSwitch() {
  const { language: label } = useText("shared");
  const value = useLanguage();
  const choose = useChooseLanguage();

  return (
    <label className={styles.switch}>
      <GlobeIcon />
      <span className={styles.current} lang={languageTags[value]} aria-hidden="true">
        {/* Without "Bahasa", which leaves too little room for titles. */}
        {languageNames[value].replace("Bahasa ", "")}
      </span>
      <select
        className={styles.select}
        aria-label={label}
        // Otherwise Firefox restores the selection of the previous visit, which would count as a choice.
        autoComplete="off"
        value={value}
        onChange={(event) => void choose(event.target.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={languageTags[language]}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
