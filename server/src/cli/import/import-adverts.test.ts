import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let test: TestDatabase;
let folder: string;
let outletId: string;
beforeAll(async () => {
  // The file reads all adverts.
  test = await openTestDatabase();
  folder = await makeTestFolder("adverts");
  outletId = await makeOutlet(test.owner);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function importFile(...lines: string[]) {
  await writeFile(join(folder, "adverts.csv"), `${lines.join("\n")}\n`);
  return runPrinting(["import", "adverts", "adverts.csv"], {
    env: { DATABASE_URL: databaseUrlOf(test.connection) },
    folder,
  });
}

const adverts = async () =>
  (
    await sql`SELECT advert_id, outlet_ids, texts, image_url, link_url, position, valid_until FROM advert
      ORDER BY advert_id`.execute(test.owner)
  ).rows;

describe("import adverts", () => {
  const until = new Date("2026-12-26T00:00:00Z");

  it("[START-2] changes only the columns that the file has, and sets the default for an empty cell", async () => {
    const all = "advertId,outletIds,text_en_US,text_zh_TW,image,link,validUntil,position";
    const line = `spring,${outletId},Spring,春,/adverts/spring.jpg,https://example.com/,2026-12-26,3`;
    expect(await importFile(all, line)).toEqual({
      code: 0,
      out: "adverts: 1 new, 0 changed, 0 as they were.",
    });
    const spring = {
      advert_id: "spring",
      outlet_ids: [outletId],
      texts: { en_US: "Spring", zh_TW: "春" },
      image_url: "/adverts/spring.jpg",
      link_url: "https://example.com/",
      position: 3,
      valid_until: until,
    };
    expect(await adverts()).toEqual([spring]);
    expect((await importFile(all, line)).out).toContain("nothing changed");
    expect((await importFile("advertId", "spring")).out).toContain("nothing changed");
    expect((await importFile("advertId,text_en_US,link", "spring,Spring sale,")).out).toContain("1 changed");
    expect(await adverts()).toEqual([
      { ...spring, texts: { en_US: "Spring sale", zh_TW: "春" }, link_url: null },
    ]);
    expect((await importFile("advertId,text_en_US,outletIds", "spring,,")).out).toContain("1 changed");
    expect(await adverts()).toEqual([
      { ...spring, outlet_ids: null, texts: { zh_TW: "春" }, link_url: null },
    ]);
  });

  it("reports every problem at once, with line and column, and changes nothing", async () => {
    const before = await adverts();
    const { code, out } = await importFile(
      "advertId,outletIds,text_en_US,image,link,validFrom,validUntil,position",
      "not an id,nowhere,Text,http://example.com/a.jpg,http://example.com/,2026-12-02,2026-12-01,-1",
      "no-text,,,,,,,",
      `long,,${"x".repeat(201)},//evil.example/a.jpg,javascript:alert(1),someday,,1`,
      "account,,Text,https://user:secret@example.com/a.jpg,https://,,,",
      "account,,Text,,,,,",
    );
    expect(code).toBe(2);
    const positions = [...out.matchAll(/line (\d), column \d+ "(\w+)"/g)].map(
      ([, line, column]) => `${line} ${column}`,
    );
    expect(positions).toEqual([
      "2 advertId",
      "2 outletIds",
      "2 image",
      "2 link",
      "2 validUntil",
      "2 position",
      "3 text_en_US",
      "4 text_en_US",
      "4 image",
      "4 link",
      "4 validFrom",
      "5 image",
      "5 link",
      "6 advertId",
    ]);
    expect(out).toContain("Nothing was imported.");
    expect(await adverts()).toEqual(before);
  });

  it("[G-9] rejects, in the database, a picture or a link that could load from another host", async () => {
    for (const column of ["image_url", "link_url"])
      await expect(
        sql`UPDATE advert SET ${sql.identifier(column)} = 'http://evil.example/'`.execute(test.owner),
      ).rejects.toThrow(/advert_/);
  });
});
