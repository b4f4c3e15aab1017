import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { GivenId, Request } from "./fields.ts";

export const feedbackInsert = endpoint({
  name: "feedbackInsert",
  method: "POST",
  path: "/web/api/v1/order-feedback/insert",
  access: "token",
  summary: "A customer's word on an order, with pictures or a video.",
  request: Request({
    orderId: GivenId,
    problem: Type.String({ minLength: 1, maxLength: 140, description: "Problem description." }),
    abnormal: Type.String({ maxLength: 140, description: "Abnormal-situation description." }),
    media: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: 52,
      description: "Keys of stored uploads.",
    }),
  }),
  reply: Type.Object({ feedbackId: Type.String() }),
  codes: ["orderNotFound", "uploadRefused", "idempotencyKeyReused"],
  idempotent: true,
  planned: true,
});
