export { createNotifications } from "./create-notifications.ts";
export { type ManagerNotification, notifyManagers } from "./notify-managers.ts";
