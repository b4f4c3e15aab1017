import { Type } from "typebox";
import { dictionary } from "#text/dictionary.ts";
import { endpoint } from "#endpoint.ts";
import { Nullable, Request } from "#fields.ts";
import { UserInfo } from "./login.ts";
import { maxAddressLength } from "#text/text-limits.ts";

export const launch = endpoint("launch", {
  carriesEventId: true,
  summary:
    "Retrieves the first data of a page in one response: dictionary and loginInfo. The inline script of a document calls it before the app has loaded.",
  request: Request({
    address: Type.Optional(
      Type.String({
        maxLength: maxAddressLength,
        description: "Path and query of a page whose markup is included.",
      }),
    ),
  }),
  reply: Type.Object({
    dictionary: dictionary.reply,
    userInfo: Nullable(UserInfo),
    markup: Nullable(
      Type.String(),
      "HTML of the page at `address` with its content, in the caller's language. The browser shows it until the app has loaded. Null if the server does not render the page.",
    ),
  }),
  codes: [],
});
