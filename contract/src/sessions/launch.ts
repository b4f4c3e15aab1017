import { Type } from "typebox";
import { dictionary } from "#text/dictionary.ts";
import { endpoint } from "#endpoint.ts";
import { Nullable, OneOf, Request } from "#fields.ts";
import { UserInfo } from "./login.ts";
import { appStatistics, incomeComparison } from "#revenue/revenue.ts";
import { maxAddressLength } from "#text/text-limits.ts";

/** Figures of home, all read at the same instant. */
export const HomeFigures = Type.Object({
  statistics: appStatistics.reply,
  comparison: incomeComparison.reply,
});

export const launch = endpoint("launch", {
  carriesEventId: true,
  summary:
    "Retrieves the first data of a page in one response: dictionary, loginInfo, and for home appStatistics and incomeComparison. The inline script of a document calls it before the app has loaded.",
  request: Request({
    page: Type.Optional(OneOf(["home"], "Page whose figures are included.")),
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
    home: Nullable(HomeFigures),
    markup: Nullable(
      Type.String(),
      "HTML of home with the figures in `home`, or of the page at `address` with its content, in the caller's language. The browser shows it until the app has loaded. Null if the server does not render the page.",
    ),
  }),
  codes: [],
});
