import type { Language } from "@reposo/contract/languages.ts";
import { findDevice } from "#features/devices/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { currentAdverts } from "./adverts-store.ts";
import { viewAdvert } from "./adverts-view.ts";

export { type AdvertRow, importAdverts, newAdvert } from "./import-adverts.ts";

export interface AdvertsParts {
  readonly database: Database;
  readonly clock: Clock;
}

export type Adverts = ReturnType<typeof createAdverts>;

export function createAdverts({ database, clock }: AdvertsParts) {
  return {
    /** Adverts of the chair's outlet and of the whole network; only the latter where no known chair is named. */
    listAdverts: async (deviceId: string | undefined, language: Language) => {
      const device = deviceId === undefined ? null : await findDevice(database, deviceId);
      const current = await currentAdverts(database, device?.outletId ?? null, clock.now());
      return current.map((advert) => viewAdvert(advert, language));
    },
  };
}
