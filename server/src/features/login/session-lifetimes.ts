const dayMs = 24 * 60 * 60 * 1000;

/** From the last use. */
export const customerSessionMs = 180 * dayMs;
/** Before the first order, from when the token was issued. */
export const guestTokenMs = 7 * dayMs;
/** From the login, however much the session is used. */
export const managerSessionMs = 30 * dayMs;

/** From when somebody else chose the password. */
export const initialPasswordMs = 7 * dayMs;

/** A use is written down at most once a day: nobody notices a day in 180, and reads stay reads. */
export const renewalMs = dayMs;
