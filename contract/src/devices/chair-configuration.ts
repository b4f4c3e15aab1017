import { type Static, Type } from "typebox";
import { Amount, Gear } from "#fields.ts";
import { maxVolume } from "./device-limits.ts";

/** Configurable settings of a chair; an omitted field keeps its current value. */
export const configurationFields = {
  pulseValue: Type.Optional({
    ...Amount,
    minimum: 1,
    description:
      "Value of one pulse of the coin acceptor, in minor units of the outlet's currency; at least 1.",
  }),
  volume: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxVolume,
      description: `Volume of announcements and music, from 0 (silent) to ${maxVolume}.`,
    }),
  ),
  gears: Type.Optional({ ...Gear, description: "Highest gear that customers can choose, from 1." }),
};

/**
 * Configuration in a `configure` command, with a version of at least 1, or in a chair's state, where version 0 means
 * that the chair was never configured.
 */
export const ChairConfiguration = Type.Object({
  version: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description:
      "Version of the configuration, which the server increments with every change. A chair refuses a version older than its own (`outdated`).",
  }),
  ...configurationFields,
});
export type ChairConfiguration = Static<typeof ChairConfiguration>;
