/** Maximum grapheme clusters (see text-length.ts) of the reason for which a chair is out of service. */
export const maxServiceReasonLength = 200;
/** Maximum grapheme clusters of a note on a collection. */
export const maxNoteCharacters = 140;
/** Maximum grapheme clusters of the reason for a refund. */
export const maxReasonCharacters = 140;
/** Maximum grapheme clusters of each description in feedback. */
export const maxFeedbackCharacters = 140;

export const maxEmailLength = 254;
