/** Maximum length of a messenger link. */
export const maxMessengerLength = 200;

/** Whether a phone can dial the number: digits, and the characters that separate them. */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d ()./-]{4,40}$/.test(text) && text.replaceAll(/\D/g, "").length >= 3;

/** Whether the text is a link to which customers may be sent: an https address without a login. */
export function isHttpsLink(text: string, maxLength: number): boolean {
  if (!/^https:\/\/[^\s\\]+$/.test(text) || text.length > maxLength || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
