/** Replaces CRLF by LF. Browsers submit line breaks of a form field as CRLF but count them as one character. */
export const normaliseLineEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** Returns a note or reason in the form whose characters are counted and that is stored. */
export const normaliseNote = (text: string): string => normaliseLineEnds(text).trim();
