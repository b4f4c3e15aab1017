import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { configurationStates } from "@reposo/contract/devices/device-configuration.ts";

/**
 * A requested field that is null leaves the chair's value unchanged. A reported field that is null was not
 * reported.
 */
export interface ConfigurationValues {
  /** Minor units of the outlet's currency. */
  readonly pulseValue: number | null;
  readonly volume: number | null;
  readonly gears: number | null;
}

export interface ConfigurationRecord extends ConfigurationValues {
  readonly version: number;
  readonly at: Date;
}

export type CommandOutcome = "done" | "refused" | "expired" | "duplicate";

export interface ConfigurationStatus {
  readonly deviceId: string;
  readonly desired: ConfigurationRecord | null;
  readonly reported: ConfigurationRecord | null;
  /** The latest command that carried the desired version. */
  readonly command: {
    readonly commandId: string;
    readonly createdAt: Date;
    readonly notAfter: Date;
    readonly repliedAt: Date | null;
    readonly outcome: CommandOutcome | null;
  } | null;
}

/** A connected chair replies within this time; a command without a reply by then is considered lost. */
const answeredWithinMs = 2_000;
/**
 * Minimum time between a chair's confirmation of a version and sending that version again because the chair
 * reports another one.
 */
const confirmedAgainMs = 60_000;

export type ConfigurationState = (typeof configurationStates)[number];

export function configurationState({ desired, reported, command }: ConfigurationStatus): ConfigurationState {
  if (desired === null) return "none";
  const isConfirmed = command?.outcome === "done" || command?.outcome === "duplicate";
  // For a chair that reports no configuration, its reply is the only confirmation.
  if (reported === null ? isConfirmed : reported.version === desired.version) return "applied";
  return command?.outcome === "refused" ? "refused" : "pending";
}

export type NextStep =
  | { readonly kind: "none" | "send" }
  | { readonly kind: "resend"; readonly commandId: string };

/** Decides the next step for a chair that is online and has just reported its configuration. */
export function nextStep(status: ConfigurationStatus, now: Date): NextStep {
  const { command } = status;
  if (configurationState(status) !== "pending") return { kind: "none" };
  if (command === null || command.outcome === "expired") return { kind: "send" };
  const age = now.getTime() - (command.repliedAt ?? command.createdAt).getTime();
  if (command.outcome !== null) return { kind: age < confirmedAgainMs ? "none" : "send" };
  if (command.notAfter <= now) return { kind: "send" };
  return age < answeredWithinMs ? { kind: "none" } : { kind: "resend", commandId: command.commandId };
}

/** The payload of the command; fields that are null are left out. */
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

/** The values after a change, or null where it changes nothing. */
export function mergeChange(
  before: ConfigurationValues | null,
  change: Partial<ConfigurationValues>,
): ConfigurationValues | null {
  const { pulseValue = null, volume = null, gears = null } = before ?? {};
  const merged = { pulseValue, volume, gears, ...change };
  const isSame = merged.pulseValue === pulseValue && merged.volume === volume && merged.gears === gears;
  return isSame ? null : merged;
}
