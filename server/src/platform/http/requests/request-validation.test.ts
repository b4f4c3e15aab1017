import { GivenDeviceId } from "@reposo/contract/fields.ts";
import { Type, type TSchema } from "typebox";
import { expect, it } from "vitest";
import { ProductError } from "#platform/http/product-error.ts";
import { requestValidator } from "./request-validation.ts";

const validatorOf = (request: TSchema) => requestValidator({ method: "POST", request });

it("normalizes typed texts at the top level of a request before it validates them", () => {
  const validate = validatorOf(
    Type.Object({
      deviceId: GivenDeviceId,
      other: Type.Optional(GivenDeviceId),
      code: Type.String({ format: "typed-code", maxLength: 6 }),
      answer: Type.String({ format: "typed-text", minLength: 1 }),
    }),
  );
  const typed = { deviceId: " ab–12 ", code: "ａ b c – d e", answer: " Sorry –\u200B\r\nfixed " };
  expect(validate(typed, "json")).toEqual({ deviceId: "AB12", code: "ABC-DE", answer: "Sorry –\nfixed" });
  expect(() => validate({ ...typed, answer: "\u200B" }, "json")).toThrow(ProductError);
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
