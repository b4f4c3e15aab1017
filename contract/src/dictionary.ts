import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";

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
