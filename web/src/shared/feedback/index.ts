export { FeedbackThread } from "./feedback-thread.tsx";
export { useOwnFeedback } from "./use-feedback.ts";
