import { Type } from "typebox";
import { dictionary } from "#text/dictionary.ts";
import { endpoint } from "#endpoint.ts";
import { Nullable, OneOf, Request } from "#fields.ts";
import { UserInfo } from "./login.ts";
import { appStatistics, incomeComparison } from "#revenue/revenue.ts";

/** The figures of home, all read at one instant. */
export const HomeFigures = Type.Object({
  statistics: appStatistics.reply,
  comparison: incomeComparison.reply,
});

export const launch = endpoint({
  name: "launch",
  method: "GET",
  path: "/web/api/v1/login/launch",
  access: "token",
  carriesEventId: true,
  summary:
    "What a page needs first, in one answer instead of four: dictionary, loginInfo, and on home appStatistics and incomeComparison. A document requests it before any script has loaded.",
  request: Request({
    page: Type.Optional(OneOf(["home"], "Also answers the figures of this page.")),
  }),
  reply: Type.Object({
    dictionary: dictionary.reply,
    userInfo: Nullable(UserInfo),
    home: Nullable(HomeFigures),
    homeMarkup: Nullable(
      Type.String({
        description:
          "HTML of home with these figures in the caller's language, which the document shows until the app has loaded; null without figures.",
      }),
    ),
  }),
  codes: [],
});
