import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenDeviceId, Nullable, Request } from "#fields.ts";

export const AdvertList = Type.Array(
  Type.Object({
    advertId: Type.String(),
    imageUrl: Nullable(Type.String()),
    linkUrl: Nullable(Type.String({ description: "https only." })),
    text: Type.String({ description: "In the caller's language where there is one." }),
  }),
);

export const adverts = endpoint({
  name: "adverts",
  method: "GET",
  path: "/web/api/v1/data-centre/advert",
  access: "anyone",
  summary: "Adverts of the chair page: those of the chair's outlet and of the whole network.",
  request: Request({ deviceId: Type.Optional(GivenDeviceId) }),
  reply: AdvertList,
  codes: [],
});
