import type { Language } from "@reposo/contract/text/languages.ts";
import * as english from "#locales/en_US/manager.ts";
import * as indonesian from "#locales/id_ID/manager.ts";
import * as simplified from "#locales/zh_CN/manager.ts";
import * as traditional from "#locales/zh_TW/manager.ts";
import type { LoadedTexts } from "#shared/i18n/change-texts.ts";

/** The gallery uses the product's texts, so that it shows components with realistic text lengths. */
export const galleryTexts: Record<Language, LoadedTexts> = {
  en_US: english,
  zh_CN: simplified,
  zh_TW: traditional,
  id_ID: indonesian,
};

export const galleryAmounts: Record<Language, string[]> = {
  en_US: ["₱1,234.50", "RM 1,234.50", "¥1,234.50", "Rp 25,000", "-₱1,234,567.50"],
  zh_CN: ["¥1,234.50", "₱1,234.50", "RM 1,234.50", "Rp 25,000", "-¥1,234,567.50"],
  zh_TW: ["₱1,234.50", "¥1,234.50", "RM 1,234.50", "Rp 25,000", "-₱1,234,567.50"],
  id_ID: ["Rp 25.000", "₱1.234,50", "RM 1.234,50", "¥1.234,50", "-Rp 1.234.567.500"],
};
