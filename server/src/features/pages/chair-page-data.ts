import { deviceIdPattern } from "@reposo/contract/fields.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { ProductError } from "#platform/http/product-error.ts";

export interface ChairPageSources {
  readonly lookUpPublicDevice: (deviceId: string) => Promise<ChairPageData["device"]>;
  readonly priceListOfDevice: (deviceId: string) => Promise<NonNullable<ChairPageData["prices"]>>;
  readonly listAdverts: (deviceId: string, language: Language) => Promise<ChairPageData["adverts"]>;
}

const validId = new RegExp(deviceIdPattern);

/**
 * Loads the data of a chair's page, in which `prices` is null if the chair has no prices. Returns null if the ID is
 * invalid or the chair is unknown.
 */
export const chairPageData =
  ({ lookUpPublicDevice, priceListOfDevice, listAdverts }: ChairPageSources) =>
  async (givenId: string, language: Language): Promise<ChairPageData | null> => {
    const deviceId = normaliseDeviceId(givenId);
    if (!validId.test(deviceId)) return null;
    const loaded = Promise.all([
      lookUpPublicDevice(deviceId),
      priceListOfDevice(deviceId).catch(nullWhen("priceListMissing")),
      listAdverts(deviceId, language),
    ]);
    return loaded
      .then(([device, prices, adverts]) => ({ device, prices, adverts }))
      .catch(nullWhen("deviceUnknown"));
  };

const nullWhen = (resultName: string) => (error: unknown) => {
  if (error instanceof ProductError && error.resultName === resultName) return null;
  throw error;
};
