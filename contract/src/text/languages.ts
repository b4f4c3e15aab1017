/** The four languages of the product (I18N-1), as they travel in the `lang` header. */
export const languages = ["en_US", "zh_CN", "zh_TW", "id_ID"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en_US";

/** Anything that is not one of the four falls back to `fallback` (the contract's rule for the `lang` header). */
export function toLanguage(value: string | null | undefined, fallback: Language = defaultLanguage): Language {
  return (languages as readonly string[]).includes(value ?? "") ? (value as Language) : fallback;
}

/**
 * Holds the language that was chosen in this browser, so that the server renders the first view in it. Only a copy: the
 * browser itself reads its local storage.
 */
export const languageCookie = "reposo.locale";

/** BCP 47 tag, as `Intl`, `<html lang>` and speech output want it. */
export const languageTags: Record<Language, string> = {
  en_US: "en-US",
  zh_CN: "zh-CN",
  zh_TW: "zh-TW",
  id_ID: "id-ID",
};

/**
 * The phrase that marks a message as "your token was ended by a login elsewhere", one a language, used by
 * nothing else (LOGIN-4). The client looks for it and shows its own warning instead.
 */
export const tokenExpiredPhrases: Record<Language, string> = {
  en_US: "token has expired",
  zh_CN: "令牌已过期",
  zh_TW: "權杖已過期",
  id_ID: "token sudah kedaluwarsa",
};
