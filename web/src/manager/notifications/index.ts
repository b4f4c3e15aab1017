export { notificationSettingsQuery } from "./notification-queries.ts";
