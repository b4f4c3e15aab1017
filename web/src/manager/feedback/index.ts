export { openFeedbackQuery } from "./feedback-queries.ts";
