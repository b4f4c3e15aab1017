/** Where managers are notified, and what they do not want. */
export interface NotificationTables {
  push_subscription: PushSubscriptionTable;
  notification_settings: NotificationSettingsTable;
  notification_mute: NotificationMuteTable;
}

type LanguageColumn = "en_US" | "zh_CN" | "zh_TW" | "id_ID";

interface PushSubscriptionTable {
  subscription_id: string;
  account_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  key_id: string;
  language: LanguageColumn;
  created_at: Date;
  last_failed_at: Date | null;
}

interface NotificationSettingsTable {
  account_id: string;
  email: string | null;
  language: LanguageColumn;
  quiet_from: number | null;
  quiet_to: number | null;
}

interface NotificationMuteTable {
  account_id: string;
  outlet_id: string | null;
  kind: string | null;
}
