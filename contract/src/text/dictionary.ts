import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";

export const dictionaryNames = [
  "orderStatus",
  "payType",
  "orderType",
  "couponProperty",
  "deviceStatus",
  "feedbackProblem",
] as const;
export type DictionaryName = (typeof dictionaryNames)[number];

const Entries = Type.Array(
  Type.Object({
    value: Type.String(),
    label: Type.String({ description: "Label in the language of the lang header." }),
  }),
  { maxItems: 20 },
);

export const resultMessage = endpoint("resultMessage", {
  summary:
    "Retrieves the message of a result code in the language of the lang header, for a client that switched languages.",
  request: Type.Object({
    code: Type.Integer({
      description: "Result code of the catalogue, 1 to 99,999; any other is refused with code 400.",
      minimum: 1,
      maximum: 99_999,
    }),
  }),
  reply: Type.Object({
    message: Type.String({
      description:
        "Plain text. The client replaces each {name} with the field of that name in the `data` of the failure.",
    }),
  }),
  codes: [],
});

export const dictionary = endpoint("dictionary", {
  summary:
    "Retrieves the labels of the enumerations listed in `entries`. The response has an ETag, so that a repeated request may be answered with HTTP status 304.",
  request: null,
  reply: Type.Object({
    version: Type.String({ description: "Version of the entries, which is also the ETag." }),
    entries: Type.Object({
      orderStatus: Entries,
      payType: Entries,
      orderType: Entries,
      couponProperty: Entries,
      deviceStatus: Entries,
      feedbackProblem: Entries,
    }),
  }),
  codes: [],
});
