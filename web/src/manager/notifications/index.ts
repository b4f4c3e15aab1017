export { usePushOnDevice } from "./use-push-on-device.ts";
export { useNotificationSettings, useSaveSettings } from "./use-notification-settings.ts";
