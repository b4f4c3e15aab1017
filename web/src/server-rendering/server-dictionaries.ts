import type { Language } from "@reposo/contract/text/languages.ts";
import * as customerEnglish from "#locales/en_US/customer.ts";
import * as managerEnglish from "#locales/en_US/manager.ts";
import * as customerIndonesian from "#locales/id_ID/customer.ts";
import * as managerIndonesian from "#locales/id_ID/manager.ts";
import type { Texts } from "#locales/texts.ts";
import * as customerSimplified from "#locales/zh_CN/customer.ts";
import * as managerSimplified from "#locales/zh_CN/manager.ts";
import * as customerTraditional from "#locales/zh_TW/customer.ts";
import * as managerTraditional from "#locales/zh_TW/manager.ts";

/** All texts, because the server renders pages of both apps. */
export const dictionaries: Record<Language, Texts> = {
  en_US: { ...customerEnglish, ...managerEnglish },
  id_ID: { ...customerIndonesian, ...managerIndonesian },
  zh_CN: { ...customerSimplified, ...managerSimplified },
  zh_TW: { ...customerTraditional, ...managerTraditional },
};
