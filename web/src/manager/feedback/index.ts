export { useOpenFeedback } from "./use-open-feedback.ts";
