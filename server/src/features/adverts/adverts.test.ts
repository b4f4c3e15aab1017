import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { viewAdvert } from "./create-adverts.ts";
import { type AdvertRow, createAdverts, importAdverts } from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

describe("adverts", () => {
  it("[START-2] lists the currently valid adverts of the chair's outlet and of the network by position", async () => {
    let now = new Date("2026-11-21T00:00:00Z");
    const clock: Clock = { ...systemClock, now: () => now };
    const [here, there] = [await makeOutlet(test.owner), await makeOutlet(test.owner)];
    const deviceId = await makeDevice(test.owner, { outletId: here });
    const until = new Date("2026-11-21T01:00:00Z");
    const rows: readonly AdvertRow[] = [
      { advertId: "everywhere", position: 2, en_US: "everywhere", linkUrl: "https://example.com/" },
      { advertId: "here", outletIds: [there, here], position: 1, en_US: "here", validUntil: until },
      { advertId: "there", outletIds: [there], en_US: "there" },
      { advertId: "later", outletIds: [here], en_US: "later", validFrom: until },
    ];
    const imported = await transact(test.database, (uow) => importAdverts(uow, rows, now));
    expect(imported).toEqual({ created: 4, changed: 0, unchanged: 0, problems: [] });
    const adverts = createAdverts({ database: test.database, clock });
    const texts = async (id?: string) =>
      (await adverts.listAdverts(id, "en_US")).map((advert) => advert.text);
    expect(await texts(deviceId)).toEqual(["here", "everywhere"]);
    expect(await texts()).toEqual(["everywhere"]);
    expect(await texts("NOSUCH1")).toEqual(["everywhere"]);
    now = until;
    expect(await texts(deviceId)).toEqual(["later", "everywhere"]);
  });

  it.each([
    ["zh_TW", { en_US: "en", zh_TW: "tw" }, "tw"],
    ["zh_TW", { en_US: "en", zh_CN: "cn" }, "cn"],
    ["id_ID", { en_US: "en", zh_CN: "cn" }, "en"],
    ["id_ID", { zh_CN: "cn" }, "cn"],
    ["id_ID", { id_ID: "", en_US: "en" }, "en"],
    ["id_ID", {}, ""],
  ] as const)(
    "[I18N-1] shows the text for %s, or for the nearest language, of %o",
    (language, texts, shown) => {
      const advert = { advertId: "a", imageUrl: null, linkUrl: null, texts };
      expect(viewAdvert(advert, language).text).toBe(shown);
    },
  );
});
