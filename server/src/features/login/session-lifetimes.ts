const dayMs = 24 * 60 * 60 * 1000;

/** Counted from the last use. */
export const customerSessionMs = 180 * dayMs;
export const managerSessionMs = 30 * dayMs;

/** A use is written down at most once a day: nobody notices a day in 180, and reads stay reads. */
export const renewalMs = dayMs;
