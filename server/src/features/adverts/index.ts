import type { Language } from "@reposo/contract/languages.ts";
import { findDevice } from "#features/devices/index.ts";
import type { Database } from "#platform/database.ts";
import { currentAdverts } from "./adverts-store.ts";
import { viewAdvert } from "./adverts-view.ts";

export { type NewAdvert, publishAdvert } from "./adverts-store.ts";

export interface AdvertsParts {
  readonly database: Database;
}

export type Adverts = ReturnType<typeof createAdverts>;

export function createAdverts({ database }: AdvertsParts) {
  return {
    /** Adverts of the chair's outlet and of the whole network; only the latter where no known chair is named. */
    listAdverts: async (deviceId: string | undefined, language: Language) => {
      const device = deviceId === undefined ? null : await findDevice(database, deviceId);
      return (await currentAdverts(database, device?.outletId ?? null)).map((advert) =>
        viewAdvert(advert, language),
      );
    },
  };
}
