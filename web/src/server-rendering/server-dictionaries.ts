import * as enUSAccount from "#locales/en_US/account.ts";
import * as enUSAlerts from "#locales/en_US/alerts.ts";
import * as enUSCharts from "#locales/en_US/charts.ts";
import * as enUSCustomer from "#locales/en_US/for-customers.ts";
import * as enUSDetails from "#locales/en_US/details.ts";
import * as enUSPlaces from "#locales/en_US/places.ts";
import * as enUSDevice from "#locales/en_US/device.ts";
import * as enUSExports from "#locales/en_US/exports.ts";
import * as enUSFeedback from "#locales/en_US/feedback.ts";
import * as enUSLists from "#locales/en_US/lists.ts";
import * as enUSManager from "#locales/en_US/for-managers.ts";
import * as enUSNotifications from "#locales/en_US/notifications.ts";
import * as enUSMassage from "#locales/en_US/massage.ts";
import * as enUSPages from "#locales/en_US/pages.ts";
import * as enUSReceipts from "#locales/en_US/receipts.ts";
import * as enUSCash from "#locales/en_US/cash.ts";
import * as enUSEntries from "#locales/en_US/entries.ts";
import * as enUSRefunds from "#locales/en_US/refunds.ts";
import * as enUSScanning from "#locales/en_US/scanning.ts";
import * as zhCNAccount from "#locales/zh_CN/account.ts";
import * as zhCNAlerts from "#locales/zh_CN/alerts.ts";
import * as zhCNCharts from "#locales/zh_CN/charts.ts";
import * as zhCNCustomer from "#locales/zh_CN/for-customers.ts";
import * as zhCNDetails from "#locales/zh_CN/details.ts";
import * as zhCNPlaces from "#locales/zh_CN/places.ts";
import * as zhCNDevice from "#locales/zh_CN/device.ts";
import * as zhCNExports from "#locales/zh_CN/exports.ts";
import * as zhCNFeedback from "#locales/zh_CN/feedback.ts";
import * as zhCNLists from "#locales/zh_CN/lists.ts";
import * as zhCNManager from "#locales/zh_CN/for-managers.ts";
import * as zhCNNotifications from "#locales/zh_CN/notifications.ts";
import * as zhCNMassage from "#locales/zh_CN/massage.ts";
import * as zhCNPages from "#locales/zh_CN/pages.ts";
import * as zhCNReceipts from "#locales/zh_CN/receipts.ts";
import * as zhCNCash from "#locales/zh_CN/cash.ts";
import * as zhCNEntries from "#locales/zh_CN/entries.ts";
import * as zhCNRefunds from "#locales/zh_CN/refunds.ts";
import * as zhCNScanning from "#locales/zh_CN/scanning.ts";
import * as zhTWAccount from "#locales/zh_TW/account.ts";
import * as zhTWAlerts from "#locales/zh_TW/alerts.ts";
import * as zhTWCharts from "#locales/zh_TW/charts.ts";
import * as zhTWCustomer from "#locales/zh_TW/for-customers.ts";
import * as zhTWDetails from "#locales/zh_TW/details.ts";
import * as zhTWPlaces from "#locales/zh_TW/places.ts";
import * as zhTWDevice from "#locales/zh_TW/device.ts";
import * as zhTWExports from "#locales/zh_TW/exports.ts";
import * as zhTWFeedback from "#locales/zh_TW/feedback.ts";
import * as zhTWLists from "#locales/zh_TW/lists.ts";
import * as zhTWManager from "#locales/zh_TW/for-managers.ts";
import * as zhTWNotifications from "#locales/zh_TW/notifications.ts";
import * as zhTWMassage from "#locales/zh_TW/massage.ts";
import * as zhTWPages from "#locales/zh_TW/pages.ts";
import * as zhTWReceipts from "#locales/zh_TW/receipts.ts";
import * as zhTWCash from "#locales/zh_TW/cash.ts";
import * as zhTWEntries from "#locales/zh_TW/entries.ts";
import * as zhTWRefunds from "#locales/zh_TW/refunds.ts";
import * as zhTWScanning from "#locales/zh_TW/scanning.ts";
import * as idIDAccount from "#locales/id_ID/account.ts";
import * as idIDAlerts from "#locales/id_ID/alerts.ts";
import * as idIDCharts from "#locales/id_ID/charts.ts";
import * as idIDCustomer from "#locales/id_ID/for-customers.ts";
import * as idIDDetails from "#locales/id_ID/details.ts";
import * as idIDPlaces from "#locales/id_ID/places.ts";
import * as idIDDevice from "#locales/id_ID/device.ts";
import * as idIDExports from "#locales/id_ID/exports.ts";
import * as idIDFeedback from "#locales/id_ID/feedback.ts";
import * as idIDLists from "#locales/id_ID/lists.ts";
import * as idIDManager from "#locales/id_ID/for-managers.ts";
import * as idIDNotifications from "#locales/id_ID/notifications.ts";
import * as idIDMassage from "#locales/id_ID/massage.ts";
import * as idIDPages from "#locales/id_ID/pages.ts";
import * as idIDReceipts from "#locales/id_ID/receipts.ts";
import * as idIDCash from "#locales/id_ID/cash.ts";
import * as idIDEntries from "#locales/id_ID/entries.ts";
import * as idIDRefunds from "#locales/id_ID/refunds.ts";
import * as idIDScanning from "#locales/id_ID/scanning.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";

/** All texts, because the server renders pages of both apps. */
export const dictionaries: Record<Language, Texts> = {
  en_US: {
    ...enUSCustomer,
    ...enUSAccount,
    ...enUSAlerts,
    ...enUSCharts,
    ...enUSManager,
    ...enUSFeedback,
    ...enUSLists,
    ...enUSMassage,
    ...enUSNotifications,
    ...enUSPages,
    ...enUSReceipts,
    ...enUSCash,
    ...enUSEntries,
    ...enUSRefunds,
    ...enUSScanning,
    ...enUSExports,
    ...enUSDetails,
    ...enUSPlaces,
    ...enUSDevice,
  },
  zh_CN: {
    ...zhCNCustomer,
    ...zhCNAccount,
    ...zhCNAlerts,
    ...zhCNCharts,
    ...zhCNManager,
    ...zhCNFeedback,
    ...zhCNLists,
    ...zhCNMassage,
    ...zhCNNotifications,
    ...zhCNPages,
    ...zhCNReceipts,
    ...zhCNCash,
    ...zhCNEntries,
    ...zhCNRefunds,
    ...zhCNScanning,
    ...zhCNExports,
    ...zhCNDetails,
    ...zhCNPlaces,
    ...zhCNDevice,
  },
  zh_TW: {
    ...zhTWCustomer,
    ...zhTWAccount,
    ...zhTWAlerts,
    ...zhTWCharts,
    ...zhTWManager,
    ...zhTWFeedback,
    ...zhTWLists,
    ...zhTWMassage,
    ...zhTWNotifications,
    ...zhTWPages,
    ...zhTWReceipts,
    ...zhTWCash,
    ...zhTWEntries,
    ...zhTWRefunds,
    ...zhTWScanning,
    ...zhTWExports,
    ...zhTWDetails,
    ...zhTWPlaces,
    ...zhTWDevice,
  },
  id_ID: {
    ...idIDCustomer,
    ...idIDAccount,
    ...idIDAlerts,
    ...idIDCharts,
    ...idIDManager,
    ...idIDFeedback,
    ...idIDLists,
    ...idIDMassage,
    ...idIDNotifications,
    ...idIDPages,
    ...idIDReceipts,
    ...idIDCash,
    ...idIDEntries,
    ...idIDRefunds,
    ...idIDScanning,
    ...idIDExports,
    ...idIDDetails,
    ...idIDPlaces,
    ...idIDDevice,
  },
};
