export { AttachmentGrid } from "./attachment-grid.tsx";
export { FeedbackThread } from "./feedback-thread.tsx";
export { useAttachments } from "./use-attachments.ts";
export { useOwnFeedback, useSendFeedback } from "./use-feedback.ts";
