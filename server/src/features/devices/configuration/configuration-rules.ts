import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { configurationStates } from "@reposo/contract/devices/device-configuration.ts";

/**
 * In a requested configuration, null leaves the chair's value unchanged. In a reported configuration, null means
 * that the chair did not report the field.
 */
export interface ConfigurationValues {
  /** Value of one pulse of the coin acceptor, in minor units of the outlet's currency. */
  readonly pulseValue: number | null;
  /** Percent, 0 to 100. */
  readonly volume: number | null;
  /** The highest gear that customers can choose. */
  readonly gears: number | null;
}

export interface ConfigurationRecord extends ConfigurationValues {
  readonly version: number;
  /** When the configuration was requested, or first reported. */
  readonly at: Date;
}

export type CommandOutcome = "done" | "refused" | "expired" | "duplicate";

export interface ConfigurationStatus {
  readonly deviceId: string;
  /** The latest requested configuration; null if none was requested. */
  readonly desired: ConfigurationRecord | null;
  /** The last reported configuration; null if the chair has reported none. */
  readonly reported: ConfigurationRecord | null;
  /** The latest command that contains the desired version; null if none was sent. */
  readonly command: {
    readonly commandId: string;
    readonly createdAt: Date;
    readonly notAfter: Date;
    readonly repliedAt: Date | null;
    readonly outcome: CommandOutcome | null;
  } | null;
}

/** A connected chair replies within this time. A command without a reply after this time is considered lost. */
const answeredWithinMs = 2_000;
/** If a chair confirms a version but reports another one, the server sends the version again after this time. */
const resendConfirmedAfterMs = 60_000;

export type ConfigurationState = (typeof configurationStates)[number];

export function configurationState({ desired, reported, command }: ConfigurationStatus): ConfigurationState {
  if (desired === null) return "none";
  const isConfirmed = command?.outcome === "done" || command?.outcome === "duplicate";
  // A chair that does not report its configuration confirms a version only by its reply to the command.
  if (reported === null ? isConfirmed : reported.version === desired.version) return "applied";
  return command?.outcome === "refused" ? "refused" : "pending";
}

export type NextStep =
  | { readonly kind: "none" | "send" }
  | { readonly kind: "resend"; readonly commandId: string };

/**
 * Decides whether the server sends the requested configuration in a new command, sends the latest command again, or
 * does nothing. The chair must be online and have just reported its state.
 */
export function nextStep(status: ConfigurationStatus, now: Date): NextStep {
  const { command } = status;
  if (configurationState(status) !== "pending") return { kind: "none" };
  if (command === null || command.outcome === "expired") return { kind: "send" };
  const age = now.getTime() - (command.repliedAt ?? command.createdAt).getTime();
  if (command.outcome !== null) return { kind: age < resendConfirmedAfterMs ? "none" : "send" };
  if (command.notAfter <= now) return { kind: "send" };
  return age < answeredWithinMs ? { kind: "none" } : { kind: "resend", commandId: command.commandId };
}

/** Returns the payload of the `configure` command, without fields that are null. */
export const payloadOf = ({
  version,
  pulseValue,
  volume,
  gears,
}: ConfigurationRecord): ChairConfiguration => ({
  version,
  ...(pulseValue !== null && { pulseValue }),
  ...(volume !== null && { volume }),
  ...(gears !== null && { gears }),
});

/** Returns the values after a change, or null if no value changes. */
export function mergeChange(
  before: ConfigurationValues | null,
  change: Partial<ConfigurationValues>,
): ConfigurationValues | null {
  const { pulseValue = null, volume = null, gears = null } = before ?? {};
  const merged = { pulseValue, volume, gears, ...change };
  const isSame = merged.pulseValue === pulseValue && merged.volume === volume && merged.gears === gears;
  return isSame ? null : merged;
}
