export { type FeedbackPage, firstFeedbackQueries, openFeedbackQuery } from "./feedback-queries.ts";
