import { deviceIdPattern, normalizeDeviceId } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { ProductError } from "#platform/http/product-error.ts";

export interface ChairPageSources {
  readonly lookUpPublicDevice: (deviceId: string) => Promise<ChairPageData["device"]>;
  readonly priceListOfDevice: (deviceId: string) => Promise<NonNullable<ChairPageData["prices"]>>;
  readonly listAdverts: (deviceId: string, language: Language) => Promise<ChairPageData["adverts"]>;
}

const validId = new RegExp(deviceIdPattern);

export const chairPageData =
  ({ lookUpPublicDevice, priceListOfDevice, listAdverts }: ChairPageSources) =>
  async (givenId: string, language: Language): Promise<ChairPageData | null> => {
    const deviceId = normalizeDeviceId(givenId);
    if (!validId.test(deviceId)) return null;
    try {
      const [device, prices, adverts] = await Promise.all([
        lookUpPublicDevice(deviceId),
        absentWhen("priceListMissing", priceListOfDevice(deviceId)),
        listAdverts(deviceId, language),
      ]);
      return { device, prices, adverts };
    } catch (error) {
      if (isProductError(error, "deviceUnknown")) return null;
      throw error;
    }
  };

const isProductError = (error: unknown, name: string): boolean =>
  error instanceof ProductError && error.resultName === name;

async function absentWhen<T>(name: string, value: Promise<T>): Promise<T | null> {
  try {
    return await value;
  } catch (error) {
    if (isProductError(error, name)) return null;
    throw error;
  }
}
