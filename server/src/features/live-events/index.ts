export { type LiveEvents, createLiveEvents } from "./create-live-events.ts";
export { type Announcement, publishEvents } from "./announce-store.ts";
export { type OrderAccess } from "./audience-rules.ts";
export { type OrderViews, type Renderers } from "./event-payloads.ts";
