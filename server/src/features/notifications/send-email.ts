import type { Transporter } from "nodemailer";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { type Deliverable, messageOf } from "./notification-message.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { findMailAddress } from "./notifications-store.ts";
import { notificationTexts } from "./notification-texts.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const sendEmailJob = "sendEmail";

interface EmailJob {
  readonly notification: Deliverable;
  /** Failures are retried until this time (ISO 8601). */
  readonly giveUpAt: string;
}

const retriedMs = 4 * 60 * 60_000;
const timeoutMs = 15_000;

export function enqueueEmail(uow: UnitOfWork, accountId: string, notification: Deliverable, now: Date): void {
  const giveUpAt = new Date(now.getTime() + retriedMs).toISOString();
  const payload: EmailJob = { notification, giveUpAt };
  enqueue(uow, { kind: sendEmailJob, subject: accountId, payload, dueAt: now });
}

/**
 * Returns whether the mail server refused this sender, recipient, or message permanently (SMTP status 5xx). A refused
 * login is not permanent, because the operator can correct the password.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** Imports the mail library for the first message instead of at start, because most servers send none. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Creates the handler of the job that sends an e-mail. The e-mail is dropped if this server sends none, if the alert
 * was resolved, if the account has no address, after a permanent refusal, or if an attempt fails after `giveUpAt`.
 */
export function createSendEmail({
  database,
  clock,
  isAlertOpen,
  mail,
  publicUrl,
}: NotificationsDependencies): OutboxHandler {
  let transport: Transporter | null = null;
  return async (job, { log }) => {
    const { notification, giveUpAt } = job.payload as EmailJob;
    const { alertId } = notification;
    if (mail === null) return;
    if (alertId !== null && !(await isAlertOpen(alertId))) return;
    const address = await findMailAddress(database, job.subject);
    if (address === null) return;
    const { title, body, url } = messageOf(notification, address.language);
    const { emailFooter } = notificationTexts[address.language];
    const settings = new URL("/pages/notifications/notifications", publicUrl).href;
    try {
      transport ??= await openTransport(mail.smtpUrl);
      await transport.sendMail({
        from: mail.from,
        to: address.email,
        subject: title,
        text: [body, new URL(url, publicUrl).href, emailFooter.replace("{url}", settings)].join("\n\n"),
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      if (!isPermanent(error) && clock.now() < new Date(giveUpAt)) throw error;
      log.warn(
        { err: error, accountId: job.subject },
        "notifications: an e-mail cannot be delivered and is dropped",
      );
    }
  };
}
