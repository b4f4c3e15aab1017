/** Form bodies end lines with CRLF, which counts as one character in the form's field. */
export const normaliseLineEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** A note or reason as it is counted and stored. */
export const normaliseNote = (text: string): string => normaliseLineEnds(text).trim();
