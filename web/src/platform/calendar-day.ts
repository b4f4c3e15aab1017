const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that a calendar has: 30 February is none. */
export function isCalendarDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
