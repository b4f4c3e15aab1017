import { SMTPServer } from "smtp-server";
import type { AddressInfo } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The message as it was sent, including its headers. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Sets the response to the next messages; null: messages are accepted. */
  refuseWith(responseCode: number | null): void;
  /** Sets whether logins are refused, as after a change of the password. */
  refuseLogins(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server that stores received messages. It accepts only user `reposo` with password `secret`. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  let isRefusingLogins = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === "reposo" && password === "secret" && !isRefusingLogins)
        callback(null, { user: username });
      else callback(new Error("wrong password"));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusal !== null) return callback(Object.assign(new Error("refused"), { responseCode: refusal }));
        const source = Buffer.concat(chunks).toString("utf8");
        const subject = /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? "";
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), subject, source });
        callback();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://reposo:secret@127.0.0.1:${port}`,
    received,
    refuseWith: (responseCode) => {
      refusal = responseCode;
    },
    refuseLogins: (isRefusing) => {
      isRefusingLogins = isRefusing;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
