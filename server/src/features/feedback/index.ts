export { decideGift, type GiftOutcome } from "./decide-gift.ts";
