import { isHttpsLink, isPhoneNumber, maxMessengerLength } from "#platform/text/contact-values.ts";
import { type LogoSource, parseLogoSource } from "./logo-source.ts";
import type { Settings } from "./settings.ts";

export type OperatorConfig = Readonly<ReturnType<typeof readOperatorConfig>>;

/** Reads what customers see of the company that they pay. */
export function readOperatorConfig({ text, reject }: Settings) {
  const name = shortText("OPERATOR_NAME");
  const phone = text("OPERATOR_PHONE");
  const messengerUrl = text("OPERATOR_MESSENGER");
  const hours = shortText("OPERATOR_HOURS");
  if (phone !== null && !isPhoneNumber(phone))
    return reject("OPERATOR_PHONE", "must be a phone number, such as +63 917 555 0100");
  if (messengerUrl !== null && !isHttpsLink(messengerUrl, maxMessengerLength))
    return reject(
      "OPERATOR_MESSENGER",
      `must be an https address of at most ${maxMessengerLength} characters`,
    );
  const hasContact = phone !== null || messengerUrl !== null;
  if (hours !== null && !hasContact)
    return reject("OPERATOR_HOURS", "requires OPERATOR_PHONE or OPERATOR_MESSENGER");

  function shortText(setting: string): string | null {
    const value = text(setting);
    if (value !== null && (value.length > 100 || /\p{Cc}/u.test(value)))
      return reject(setting, "must be one line of at most 100 characters");
    return value;
  }
  function colour(): string | null {
    const value = text("OPERATOR_COLOR");
    if (value !== null && !/^#[0-9a-f]{6}$/i.test(value))
      return reject("OPERATOR_COLOR", "must be a colour, such as #1b6a5e");
    return value;
  }
  function logo(): LogoSource | null {
    const value = text("OPERATOR_LOGO");
    if (value === null) return null;
    return (
      parseLogoSource(value) ?? reject("OPERATOR_LOGO", "must be an https address or the path of a file")
    );
  }
  function receiptLines(): readonly string[] {
    const lines = (text("OPERATOR_RECEIPT") ?? "").split("|").map((line) => line.trim());
    if (lines.length > 6 || lines.some((line) => line.length > 100 || /\p{Cc}/u.test(line)))
      return reject("OPERATOR_RECEIPT", "must be at most 6 lines of at most 100 characters, separated by |");
    return lines.filter((line) => line !== "");
  }
  return {
    name,
    logo: logo(),
    /** Colour of buttons and links, as #rrggbb; null: the product's. */
    colour: colour(),
    receiptLines: receiptLines(),
    contact: hasContact ? { name: null, phone, messengerUrl, hours } : null,
  };
}
