import type { Settings } from "./settings.ts";

export type MailConfig = NonNullable<ReturnType<typeof readMailConfig>>;
export type PushConfig = Readonly<ReturnType<typeof readPushConfig>>;

export const readPushConfig = ({ flag }: Settings) => ({
  /** Allows push services at private addresses, such as a test's push service on localhost. */
  mayBePrivate: flag("PUSH_TO_PRIVATE_ADDRESSES"),
});

/** Returns null if the settings are missing; the server then sends no e-mail. */
export function readMailConfig({ text, url, login, reject }: Settings) {
  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const from = text("MAIL_FROM");
  if (smtpUrl === null) return from === null ? null : reject("SMTP_URL", "is required with MAIL_FROM");
  // Rejects a user name or password that cannot be decoded.
  login("SMTP_URL", new URL(smtpUrl));
  if (from === null) return reject("MAIL_FROM", "is required with SMTP_URL");
  if (!/^[^@\r\n]+@[^@\s]+$/.test(from))
    return reject("MAIL_FROM", "must be an e-mail address, such as Reposo <alerts@example.com>");
  // `from` is an address, or a name and an address: `Reposo <alerts@example.com>`.
  return { smtpUrl, from };
}
