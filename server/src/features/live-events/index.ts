export { type LiveEvents, createLiveEvents } from "./create-live-events.ts";
export { type Announcement, announce } from "./announce-store.ts";
export { type OrderAccess } from "./audience-rules.ts";
export { type OrderViews, type Renderers } from "./event-payloads.ts";
