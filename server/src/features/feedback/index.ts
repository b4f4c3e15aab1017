export { decideGift, type GiftDecision, type GiftOutcome } from "./decide-gift.ts";
