import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenDeviceId, Nullable, Request } from "#fields.ts";

export const AdvertList = Type.Array(
  Type.Object({
    advertId: Type.String(),
    imageUrl: Nullable(Type.String(), "URL of the image: https, or a path on this site."),
    linkUrl: Nullable(Type.String(), "URL that opens on a tap; https only."),
    text: Type.String({
      description: "Text in the caller's language, or in the closest language that has one.",
    }),
  }),
);

export const adverts = endpoint("adverts", {
  summary: "Lists the adverts of a chair page: those of the chair's outlet and those of the whole network.",
  request: Request({
    deviceId: Type.Optional({
      ...GivenDeviceId,
      description:
        "Device ID as typed or scanned, in upper or lower case. Without it or with an unknown ID, only the adverts of the whole network are returned.",
    }),
  }),
  reply: AdvertList,
  codes: [],
});
