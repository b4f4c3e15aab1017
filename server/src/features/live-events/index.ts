export { type LiveEvents, createLiveEvents } from "./create-live-events.ts";
export { type NewLiveEvent, publishEvents } from "./live-events-store.ts";
export { orderAccessOf } from "./audience-rules.ts";
export { type OrderViews, type Renderers } from "./event-payloads.ts";
