/**
 * Identifies the session of a token where the token itself must not be: in documents and in stored data.
 */
export const sessionIdOf = (token: string): string => token.slice(0, 8);

/**
 * Cookie with the time zone in which the browser counts days, so that the server renders documents for it: the IANA
 * name of the device's zone, or its UTC offset in minutes if the name is unknown, or `account` for the zone of the
 * account.
 */
export const zoneCookie = "reposo.zone";
