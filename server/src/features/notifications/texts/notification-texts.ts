import type { AlertKind } from "@reposo/contract/alert-kinds.ts";
import type { Language } from "@reposo/contract/languages.ts";
import { textsEnUs } from "./notification-texts-en-us.ts";
import { textsIdId } from "./notification-texts-id-id.ts";
import { textsZhCn } from "./notification-texts-zh-cn.ts";
import { textsZhTw } from "./notification-texts-zh-tw.ts";

export interface NotificationTexts {
  readonly titles: Readonly<Record<AlertKind | "test", string>>;
  readonly since: string;
  readonly cost: string;
  readonly testBody: string;
  readonly emailFooter: string;
}

export const notificationTexts: Readonly<Record<Language, NotificationTexts>> = {
  en_US: textsEnUs,
  zh_CN: textsZhCn,
  zh_TW: textsZhTw,
  id_ID: textsIdId,
};
