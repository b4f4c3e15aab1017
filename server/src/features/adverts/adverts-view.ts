import type { adverts } from "@reposo/contract/adverts.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { defaultLanguage, type Language, languages } from "@reposo/contract/languages.ts";
import type { AdvertRecord } from "./adverts-store.ts";

// The two Chinese scripts are closer to each other than to English.
const nearest: Partial<Record<Language, Language>> = { zh_TW: "zh_CN", zh_CN: "zh_TW" };

export function viewAdvert(advert: AdvertRecord, language: Language): ReplyOf<typeof adverts>[number] {
  const tries = [language, nearest[language], defaultLanguage, ...languages];
  const chosen = tries.find((candidate) => candidate !== undefined && advert.texts[candidate]);
  return {
    advertId: advert.advertId,
    imageUrl: advert.imageUrl,
    linkUrl: advert.linkUrl,
    text: (chosen && advert.texts[chosen]) ?? "",
  };
}
