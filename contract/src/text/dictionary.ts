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
    label: Type.String({ description: "In the language of the lang header." }),
  }),
);

export const resultMessage = endpoint({
  name: "resultMessage",
  method: "GET",
  path: "/web/api/v1/dict/message",
  access: "anyone",
  summary:
    "The message of a result code in the language of the lang header, for a client that switched languages.",
  request: Type.Object({
    code: Type.Integer({
      description: "A code of the catalogue; any other is refused with 400.",
      minimum: 1,
      maximum: 99_999,
    }),
  }),
  reply: Type.Object({
    message: Type.String({
      description:
        "Plain text, not markup. The client replaces each {place} with the field of that name in the failure's data.",
    }),
  }),
  codes: [],
});

export const dictionary = endpoint({
  name: "dictionary",
  method: "GET",
  path: "/web/api/v1/dict/cache-value",
  access: "anyone",
  summary: "Labels of every closed set of values; carries an ETag and may answer 304.",
  request: null,
  reply: Type.Object({
    version: Type.String({ description: "Changes whenever an entry does; also the ETag." }),
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
