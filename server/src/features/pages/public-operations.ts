import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Price, publicDevice } from "@reposo/contract/devices/devices.ts";
import { deviceIdPattern } from "@reposo/contract/fields.ts";
import type { adverts } from "@reposo/contract/outlets/adverts.ts";
import type { CallOperation } from "@reposo/contract/page-rendering.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Static } from "typebox";
import { ProductError } from "#platform/http/product-error.ts";

export interface PublicSources {
  readonly lookUpPublicDevice: (deviceId: string) => Promise<ReplyOf<typeof publicDevice>>;
  readonly priceListOfDevice: (
    deviceId: string,
    language: Language,
  ) => Promise<readonly Static<typeof Price>[]>;
  readonly listAdverts: (deviceId: string, language: Language) => Promise<ReplyOf<typeof adverts>>;
}

const validId = new RegExp(deviceIdPattern);

/**
 * Returns a function that calls the operations of a chair's page that reply the same to everyone. The API requires a
 * token for the prices, but a document without a session shows them, too.
 */
export const publicOperations =
  (
    { lookUpPublicDevice, priceListOfDevice, listAdverts }: PublicSources,
    language: Language,
  ): CallOperation =>
  async (name, request) => {
    const { deviceId } = request as { deviceId: string };
    if (!validId.test(deviceId)) throw new ProductError("deviceUnknown");
    switch (name) {
      case "publicDevice":
        return lookUpPublicDevice(deviceId);
      case "priceGroup":
        return JSON.stringify(await priceListOfDevice(deviceId, language));
      case "adverts":
        return listAdverts(deviceId, language);
      default:
        throw new Error(`${name} needs a session`);
    }
  };
