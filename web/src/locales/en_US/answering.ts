// They come together, as one file.
export { feedback } from "./feedback.ts";

/** The texts of whoever answers feedback; the English ones are the type that the others have to match. */
export const answering = {
  state: "State",
  open: "Open",
  count: "Feedback: {count}",
  noneYet: "Nothing waits for an answer",
  noneYetText: "What customers say of their orders appears here.",
  nothingMatches: "No feedback is in this state.",
  noneOfOrder: "Nobody has said anything of this order.",
  otherFeedback: "Other feedback on this order",
  missing: "This feedback cannot be shown",
  failed: "The feedback could not be loaded",
  answer: "Your answer",
  remedy: "What comes with it",
  remedyNone: "Only words",
  remedyCoupon: "A coupon for a free massage",
  remedyRefund: "Ask for the money's return",
  sendAnswer: "Send answer",
  lookAtIt: "I am looking at it",
  closeAs: "Close it as",
  closeExplained: "Explained",
  closeCoupon: "Coupon given",
  closeRefunded: "Refunded",
  orderHistory: "What the order went through",
  chairHistory: "Last orders of this chair",
  feedbacks: "Feedback: {count}",
};
