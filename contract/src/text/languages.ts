/** Languages of the product (I18N-1), as values of the `lang` header. */
export const languages = ["en_US", "zh_CN", "zh_TW", "id_ID"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en_US";

/** Returns `fallback` for an unsupported language, as the contract defines for the `lang` header. */
export function toLanguage(value: string | null | undefined, fallback: Language = defaultLanguage): Language {
  return (languages as readonly string[]).includes(value ?? "") ? (value as Language) : fallback;
}

/**
 * Cookie with the language chosen in this browser, so that the server renders the first view in this language. The
 * cookie is a copy for the server; the browser reads the language from its local storage.
 */
export const languageCookie = "reposo.locale";

/** BCP 47 tags for `Intl`, `<html lang>`, and speech output. */
export const languageTags: Record<Language, string> = {
  en_US: "en-US",
  zh_CN: "zh-CN",
  zh_TW: "zh-TW",
  id_ID: "id-ID",
};

/**
 * Phrase, per language, that occurs only in the message for a session that was ended by a login elsewhere (LOGIN-4).
 * The client detects the phrase and shows its own warning instead of the message.
 */
export const tokenExpiredPhrases: Record<Language, string> = {
  en_US: "token has expired",
  zh_CN: "令牌已过期",
  zh_TW: "權杖已過期",
  id_ID: "token sudah kedaluwarsa",
};
