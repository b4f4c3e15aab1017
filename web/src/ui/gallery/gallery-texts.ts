import type { Language } from "@reposo/contract/text/languages.ts";
import { manager as english } from "#locales/en_US/manager.ts";
import { manager as indonesian } from "#locales/id_ID/manager.ts";
import { manager as simplified } from "#locales/zh_CN/manager.ts";
import { manager as traditional } from "#locales/zh_TW/manager.ts";

/** The gallery uses the product's texts, so that it shows components with realistic text lengths. */
export const galleryTexts = {
  en_US: english,
  zh_CN: simplified,
  zh_TW: traditional,
  id_ID: indonesian,
} satisfies Record<Language, typeof english | typeof indonesian>;

export const galleryAmounts: Record<Language, string[]> = {
  en_US: ["₱1,234.50", "RM 1,234.50", "¥1,234.50", "Rp 25,000", "-₱1,234,567.50"],
  zh_CN: ["¥1,234.50", "₱1,234.50", "RM 1,234.50", "Rp 25,000", "-¥1,234,567.50"],
  zh_TW: ["₱1,234.50", "¥1,234.50", "RM 1,234.50", "Rp 25,000", "-₱1,234,567.50"],
  id_ID: ["Rp 25.000", "₱1.234,50", "RM 1.234,50", "¥1.234,50", "-Rp 1.234.567.500"],
};
