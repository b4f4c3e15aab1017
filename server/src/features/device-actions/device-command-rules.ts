import type { DeviceCommand } from "@reposo/contract/device-commands.ts";

export interface SentCommand {
  readonly notAfter: Date;
  readonly outcome: "done" | "refused" | "expired" | "duplicate" | null;
}

/** The state of a command by the chair's reply; without one it expires, as the chair then no longer obeys it. */
export function commandState({ notAfter, outcome }: SentCommand, now: Date): DeviceCommand["state"] {
  if (outcome === null) return now > notAfter ? "expired" : "pending";
  return outcome === "done" || outcome === "duplicate" ? "confirmed" : outcome;
}
