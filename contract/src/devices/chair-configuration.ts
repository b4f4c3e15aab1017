import { type Static, Type } from "typebox";
import { Amount, Gear } from "#fields.ts";

export const highestVolume = 100;

/** What a chair can be configured to; a field that is left out stays as it is at the chair. */
export const configurationFields = {
  pulseValue: Type.Optional({
    ...Amount,
    minimum: 1,
    description: "Minor units that one pulse of the coin acceptor is worth, in the outlet's currency.",
  }),
  volume: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: highestVolume,
      description: "Volume of announcements and music, 0 is silent.",
    }),
  ),
  gears: Type.Optional({ ...Gear, description: "Highest intensity step that customers can choose." }),
};

/** Of a `configure` command, from version 1; of a state, version 0 is a chair that was never configured. */
export const ChairConfiguration = Type.Object({
  version: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: "Counted up by the server with every change. A chair ignores versions older than its own.",
  }),
  ...configurationFields,
});
export type ChairConfiguration = Static<typeof ChairConfiguration>;
