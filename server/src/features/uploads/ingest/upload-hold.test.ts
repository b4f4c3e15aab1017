import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "#test/app/order-app.ts";
import { openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, photo, policyFor } from "#test/clients/upload-client.ts";
import { sql } from "#platform/postgres/sql.ts";
import { holdMilliseconds } from "./receive-upload.ts";

let app: UploadApp;
beforeAll(async () => {
  app = await openUploadApp();
});
afterAll(() => app.close());

it("[FB-2] keeps a folder claimed while its file is received and waits to be processed", async () => {
  const policy = await policyFor(app.http, app.token);
  const picture = await photo();
  const startedAt = app.clock.now();
  const receive = (content: AsyncIterable<Buffer>) =>
    app.uploads.receive?.({
      fields: new Map(formOf(policy).map(([name, value]) => [name.toLowerCase(), value])),
      contentType: "image/jpeg",
      content,
      startedAt,
      signal: new AbortController().signal,
      disconnect: () => {},
      onVerified: () => {},
      takeSlot: () => () => {},
    });
  const isClaimed = () => sql`SELECT FROM upload WHERE held_until > ${app.clock.now()}`.hasRows(app.db.owner);
  const rest = Promise.withResolvers<void>();
  const first = receive(
    (async function* () {
      yield picture.subarray(0, 100);
      await rest.promise;
      yield picture.subarray(100);
    })(),
  );
  await eventually(async () => expect(await isClaimed()).toBe(true));
  for (let step = 0; step < 16; step += 1) {
    app.clock.advance(holdMilliseconds / 8);
    await eventually(async () => expect(await isClaimed()).toBe(true));
  }
  const second = (async function* () {
    yield picture;
  })();
  await expect(receive(second)).rejects.toMatchObject({ reason: "policy" });
  rest.resolve();
  await first;
  expect(await app.storedFiles()).toHaveLength(1);
  // After the file is stored, the server no longer extends the hold.
  app.clock.advance(holdMilliseconds);
  expect(await isClaimed()).toBe(false);
});
