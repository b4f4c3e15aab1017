import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { makeDevice, makeOutlet } from "#test/network-factory.ts";
import { viewAdvert } from "./adverts-view.ts";
import { createAdverts, publishAdvert } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

describe("adverts", () => {
  it("[START-2] of a chair are its outlet's and the network's, in their order", async () => {
    const now = new Date("2026-11-21T00:00:00Z");
    const [here, there] = [await makeOutlet(test.owner), await makeOutlet(test.owner)];
    const deviceId = await makeDevice(test.owner, { outletId: here });
    const publish = (outletId: string | null, position: number, text: string) =>
      test.database
        .transaction()
        .execute((tx) =>
          publishAdvert(
            tx,
            { outletId, position, imageUrl: null, linkUrl: "https://example.com/", texts: { en_US: text } },
            now,
          ),
        );
    await publish(null, 2, "everywhere");
    await publish(here, 1, "here");
    await publish(there, 0, "there");
    const adverts = createAdverts({ database: test.database });
    const texts = async (id?: string) =>
      (await adverts.listAdverts(id, "en_US")).map((advert) => advert.text);
    expect(await texts(deviceId)).toEqual(["here", "everywhere"]);
    expect(await texts()).toEqual(["everywhere"]);
    expect(await texts("NOSUCH1")).toEqual(["everywhere"]);
  });

  it.each([
    ["zh_TW", { en_US: "en", zh_TW: "tw" }, "tw"],
    ["zh_TW", { en_US: "en", zh_CN: "cn" }, "cn"],
    ["id_ID", { en_US: "en", zh_CN: "cn" }, "en"],
    ["id_ID", { zh_CN: "cn" }, "cn"],
    ["id_ID", { id_ID: "", en_US: "en" }, "en"],
    ["id_ID", {}, ""],
  ] as const)("[I18N-1] speak %s as far as %o allows", (language, texts, shown) => {
    const advert = { advertId: "a", imageUrl: null, linkUrl: null, texts };
    expect(viewAdvert(advert, language).text).toBe(shown);
  });
});
