export { createFeedback } from "./create-feedback.ts";
export { decideGift, type GiftOutcome } from "./decide-gift.ts";
