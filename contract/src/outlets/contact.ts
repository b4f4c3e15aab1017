import { type Static, Type } from "typebox";
import { Nullable } from "#fields.ts";

/** Whom customers contact. At least one of phone and messenger link is present. */
export const Contact = Type.Object({
  name: Nullable(Type.String(), "Person or service that answers; null: the operator."),
  phone: Nullable(Type.String(), "Phone number as people write it, such as +63 917 555 0100."),
  messengerUrl: Nullable(Type.String(), "Link that opens a conversation; https only."),
  hours: Nullable(Type.String(), "When the contact answers, in words."),
});
export type Contact = Static<typeof Contact>;

export const ContactOfOutlet = Nullable(
  Contact,
  "The outlet's own contact; null if the operator's contact applies, which pages contain.",
);
