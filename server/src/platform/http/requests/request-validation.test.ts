import { GivenDeviceId } from "@reposo/contract/fields.ts";
import { Type, type TSchema } from "typebox";
import { expect, it } from "vitest";
import { requestValidator } from "./request-validation.ts";

const validatorOf = (request: TSchema) => requestValidator({ method: "POST", request });

it("normalizes typed device IDs at the top level of a request", () => {
  const validate = validatorOf(Type.Object({ deviceId: GivenDeviceId, other: Type.Optional(GivenDeviceId) }));
  expect(validate({ deviceId: " ab12 " }, "json")).toEqual({ deviceId: "AB12" });
});

it.each([
  ["deviceIds.items", Type.Object({ deviceIds: Type.Array(GivenDeviceId) })],
  ["chair.properties.deviceId", Type.Object({ chair: Type.Object({ deviceId: GivenDeviceId }) })],
  ["chair.anyOf.1", Type.Object({ chair: Type.Union([Type.Null(), GivenDeviceId]) })],
])("rejects a request schema with a typed device ID in %s, which it would not normalize", (path, request) => {
  expect(() => validatorOf(request)).toThrow(`${path} has the format typed-device-id`);
});

it("[NET-2] replaces half an emoji, which a cut text may contain and the database cannot store in JSON", () => {
  const validate = validatorOf(Type.Object({ answer: Type.String(), notes: Type.Array(Type.String()) }));
  expect(validate({ answer: "Sorry \ud83d", notes: ["\udc00", "\ud83d\ude00"] }, "json")).toEqual({
    answer: "Sorry \ufffd",
    notes: ["\ufffd", "\ud83d\ude00"],
  });
});
