import { defaultLanguage, type Language, languages } from "@reposo/contract/text/languages.ts";
import { findDevice } from "#features/devices/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import { textIn } from "#platform/text/translations.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type AdvertRecord, currentAdverts } from "./adverts-store.ts";
import type { adverts } from "@reposo/contract/outlets/adverts.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";

export type Adverts = ReturnType<typeof createAdverts>;

export function createAdverts({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  return {
    /**
     * Returns the adverts that are valid now for the chair's outlet and for the whole network. If no chair is given,
     * or the chair is unknown, returns only those of the whole network.
     */
    listAdverts: async (deviceId: string | undefined, language: Language) => {
      const device = deviceId === undefined ? null : await findDevice(database, deviceId);
      const current = await currentAdverts(database, device?.outletId ?? null, clock.now());
      return current.map((advert) => viewAdvert(advert, language));
    },
  };
}

/** Returns the advert with its text in `language` or, if there is none, in the first of the fallback languages. */
export function viewAdvert(advert: AdvertRecord, language: Language): ReplyOf<typeof adverts>[number] {
  return {
    advertId: advert.advertId,
    imageUrl: advert.imageUrl,
    linkUrl: advert.linkUrl,
    text: textIn(advert.texts, language, [defaultLanguage, ...languages]) ?? "",
  };
}
