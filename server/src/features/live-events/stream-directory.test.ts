import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { openStream } from "./event-stream.ts";
import { createStreamDirectory } from "./stream-directory.ts";

it("[ATTACK-3] does not keep a closed stream whose rights change while its session is checked", () => {
  const directory = createStreamDirectory();
  const audience = { kind: "manager", outletIds: ["A"], permissions: ["home"] } as const;
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const stream = openStream(raw, {}, Buffer.from("token"), audience);
  const event = { name: "device", outletId: "B", customerId: null, subject: "MC100001" } as const;
  directory.add(stream);
  directory.change(stream, { ...audience, outletIds: ["B"] });
  expect(directory.recipientsOf(event)).toEqual([stream]);
  directory.remove(stream);
  directory.change(stream, { ...audience, outletIds: ["A", "B"] });
  expect(directory.recipientsOf(event)).toEqual([]);
});
