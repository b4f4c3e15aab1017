import type { createSettings } from "./settings.ts";

export interface MailConfig {
  readonly smtpUrl: string;
  /** An address, or a name and an address: `Reposo <alerts@example.com>`. */
  readonly from: string;
}

export interface PushConfig {
  /** For tests, whose push service is on this machine. */
  readonly mayBePrivate: boolean;
}

export const readPushConfig = ({ flag }: ReturnType<typeof createSettings>): PushConfig => ({
  mayBePrivate: flag("PUSH_TO_PRIVATE_ADDRESSES"),
});

/** Null where no e-mail is sent. */
export function readMailConfig({ text, url, refuse }: ReturnType<typeof createSettings>): MailConfig | null {
  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const from = text("MAIL_FROM");
  if (smtpUrl === null) return from === null ? null : refuse("SMTP_URL", "is missing beside MAIL_FROM");
  if (from === null) return refuse("MAIL_FROM", "is missing beside SMTP_URL");
  if (!/^[^@\r\n]+@[^@\s]+$/.test(from))
    return refuse("MAIL_FROM", "must be an e-mail address, such as Reposo <alerts@example.com>");
  return { smtpUrl, from };
}
