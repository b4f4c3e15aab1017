import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
let folder: string;
let url: string;
beforeAll(async () => {
  test = await openTestDatabase();
  outlet = await makePricedOutlet(test.owner);
  await makeDevice(test.owner, outlet);
  folder = await makeTestFolder("coupons");
  url = databaseUrlOf(test.connection);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const reposo = (...args: string[]) => reposoOn(url, ...args);

const reposoOn = (databaseUrl: string, ...args: string[]) => reposoAt(systemClock, databaseUrl, ...args);

async function reposoAt(clock: Clock, databaseUrl: string, ...args: string[]) {
  return runPrinting(args, { env: { DATABASE_URL: databaseUrl }, clock, folder });
}
const countCoupons = async () =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM coupon`.execute(test.owner)).rows[0]?.n;

it("[WHO-3] creates a batch of coupons whose file can be imported without changes", async () => {
  const output = await reposo(
    ..."coupons create --count 250 --property percent --percent 20 --max-uses 3 --max-uses-customer 1".split(
      " ",
    ),
    ..."--gears 1;2 --valid-until 2030-01-01 -o batch.csv".split(" "),
  );
  expect(output).toEqual({ code: 0, out: "250 coupons are in batch.csv." });
  expect(await countCoupons()).toBe(250);
  const lines = (await readFile(join(folder, "batch.csv"), "utf8")).trimEnd().split("\n");
  expect(new Set(lines).size).toBe(251);
  expect(await reposo("import", "coupons", "batch.csv")).toEqual({
    code: 0,
    out: "coupons: nothing changed, all 250 rows are as in the file.",
  });
});

it("[WHO-3] warns of imported coupons that leave an amount below the usual minimum of online payments", async () => {
  const { outletId } = outlet;
  await writeFile(
    join(folder, "small.csv"),
    `code,property,percent,outletIds\nHALF-1,percent,50,${outletId}\nTENTH-1,percent,10,${outletId}\n`,
  );
  const warning =
    "Warning: HALF-1 leaves PHP 25.00 of a price. Payment providers usually refuse less than PHP 30.00, so it may not be usable online.";
  expect(await reposo("import", "coupons", "small.csv", "--dry-run")).toEqual({
    code: 0,
    out: `coupons: would make 2 new, 0 changed, 0 as they were. Dry run: nothing was changed.\n${warning}`,
  });
  expect(await reposo("import", "coupons", "small.csv")).toEqual({
    code: 0,
    out: `coupons: 2 new, 0 changed, 0 as they were.\n${warning}`,
  });
});

it("[WHO-3] warns of the amount in rupiah that is paid, which is rounded down and may be nothing", async () => {
  const inRupiah = await makePricedOutlet(test.owner, "IDR");
  await makeDevice(test.owner, inRupiah);
  await writeFile(
    join(folder, "rupiah.csv"),
    `code,property,percent,gears,outletIds\nTHIRD-1,percent,33,1,${inRupiah.outletId}\nALMOST-1,percent,99,1,${inRupiah.outletId}\n`,
  );
  expect(await reposo("import", "coupons", "rupiah.csv")).toEqual({
    code: 0,
    out: [
      "coupons: 2 new, 0 changed, 0 as they were.",
      "Warning: THIRD-1 leaves IDR 33 of a price. Payment providers usually refuse less than IDR 10000, so it may not be usable online.",
    ].join("\n"),
  });
});

it("[WHO-3] rejects invalid terms, and does not overwrite a file", async () => {
  const before = await countCoupons();
  expect(await reposo(..."coupons create --count 1 --property percent".split(" "))).toMatchObject({
    code: 2,
    out: expect.stringContaining("percent: a coupon for a percentage needs the percentage"),
  });
  expect((await reposo(..."coupons create --count 0 --property free".split(" "))).code).toBe(2);
  expect((await reposo(..."coupons create --count 1 --property cash --value 5,0".split(" "))).code).toBe(2);
  await writeFile(join(folder, "kept.csv"), "mine");
  expect((await reposo(..."coupons create --count 1 --property free -o kept.csv".split(" "))).code).toBe(2);
  expect(await readFile(join(folder, "kept.csv"), "utf8")).toBe("mine");
  expect(await countCoupons()).toBe(before);
});

it("[WHO-3] rejects coupons that could never be redeemed, with all reasons", async () => {
  const before = await countCoupons();
  const elsewhere = await makePricedOutlet(test.owner, "MYR");
  const unredeemable = "coupons create --count 1 --property cash --value 5 --currency MYR --gears 1,77,78";
  expect(await reposo(...unredeemable.split(" "), "--valid-until", "2020-01-01")).toEqual({
    code: 2,
    out: [
      "validUntil: is in the past",
      "gears: no chair has gear 77, 78",
      "currency: no chair is paid in MYR",
    ].join("\n"),
  });
  const free = "coupons create --count 1 --property free --gears 1".split(" ");
  expect(await reposo(...free, "--outlet-ids", elsewhere.outletId)).toEqual({
    code: 2,
    out: "gears: no chair at these outlets has gear 1",
  });
  expect(await countCoupons()).toBe(before);
  await makeDevice(test.owner, elsewhere);
  const both = `${elsewhere.outletId},${outlet.outletId}`;
  expect((await reposo(...free, "--outlet-ids", both, "--gears", "1,2")).out).toMatch(/,1;2$/);
});

/** Installs a trigger that executes a statement at the end of each transaction that created coupons. */
async function executeAtCommit(statement: string): Promise<void> {
  await test.owner.query(
    `CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement} RETURN NULL; END $$`,
  );
  await sql`
    CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT ON coupon DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail_commit()`.execute(test.owner);
}

it.each([
  ["is refused", "RAISE EXCEPTION 'the disk is full';", "the disk is full"],
  [
    "loses its connection",
    "PERFORM pg_terminate_backend(pg_backend_pid());",
    "terminating connection due to administrator command",
  ],
])("[WHO-3] leaves no file of codes where the commit %s", async (_how, statement, reason) => {
  const [files, coupons] = [await readdir(folder), await countCoupons()];
  await executeAtCommit(statement);
  try {
    const output = await reposo(..."coupons create --count 2 --property free -o failed.csv".split(" "));
    expect(output).toEqual({ code: 2, out: reason });
  } finally {
    await sql`DROP FUNCTION fail_commit CASCADE`.execute(test.owner);
  }
  expect(await readdir(folder)).toEqual(files);
  expect(await countCoupons()).toBe(coupons);
});

/** Opens a proxy to PostgreSQL that closes its connections once: after a commit, but before the response to it. */
async function loseCommitResponse(socketPath: string, { returns }: { returns: boolean }) {
  let lost = 0;
  const server = createServer((client) => {
    if (lost > 0 && !returns) return client.destroy();
    const upstream = connect(socketPath);
    let isCommitting = false;
    for (const each of [client, upstream]) each.on("error", () => {});
    client.on("data", (data) => {
      isCommitting ||= lost === 0 && data.includes("COMMIT");
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!isCommitting || !data.includes("COMMIT")) return client.write(data);
      lost += 1;
      upstream.destroy();
      client.destroy();
      return undefined;
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    return undefined;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    responsesLost: () => lost,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

it("[WHO-3] keeps the codes if the response to the commit is lost", async () => {
  const { host, port, user, database } = test.connection;
  const proxy = await loseCommitResponse(`${host}/.s.PGSQL.${port}`, { returns: true });
  const lost = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`;
  const before = await countCoupons();
  const output = await reposoOn(lost, ..."coupons create --count 2 --property free -o lost.csv".split(" "));
  await proxy.close();
  expect(proxy.responsesLost()).toBe(1);
  expect(output).toEqual({ code: 0, out: "2 coupons are in lost.csv." });
  expect(await countCoupons()).toBe((before ?? 0) + 2);
  expect((await readFile(join(folder, "lost.csv"), "utf8")).trimEnd().split("\n")).toHaveLength(3);
  expect((await readdir(folder)).filter((name) => name.includes("unconfirmed"))).toEqual([]);
});

/** Returns the only unconfirmed file of codes, and removes it. */
async function takeUnconfirmed(): Promise<{ path: string; lines: string[] }> {
  const names = (await readdir(folder)).filter((name) => name.includes("unconfirmed"));
  expect(names).toHaveLength(1);
  const path = join(folder, names[0] as string);
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  await rm(path);
  return { path, lines };
}

it("[WHO-3] names the file of codes if the database stays unreachable after the commit", async () => {
  const { host, port, user, database } = test.connection;
  const proxy = await loseCommitResponse(`${host}/.s.PGSQL.${port}`, { returns: false });
  const lost = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`;
  const output = await reposoOn(
    lost,
    ..."coupons create --count 2 --property free -o unknown.csv".split(" "),
  );
  await proxy.close();
  const { path, lines } = await takeUnconfirmed();
  expect(output).toEqual({
    code: 1,
    out: `The connection to the database was lost. If the coupons were made, their codes are those in ${path}.`,
  });
  expect(lines).toHaveLength(3);
});

it("[WHO-3] keeps the codes if another program creates the output file in the meantime", async () => {
  const path = join(folder, "meanwhile.csv");
  const clock: Clock = {
    ...systemClock,
    now: () => {
      writeFileSync(path, "mine");
      return systemClock.now();
    },
  };
  const before = await countCoupons();
  const args = "coupons create --count 2 --property free -o meanwhile.csv".split(" ");
  const output = await reposoAt(clock, url, ...args);
  const unconfirmed = await takeUnconfirmed();
  expect(output).toEqual({
    code: 1,
    out: expect.stringContaining(
      `The coupons were made. Their codes are in ${unconfirmed.path}, because ${path}`,
    ),
  });
  expect(unconfirmed.lines).toHaveLength(3);
  expect(await readFile(path, "utf8")).toBe("mine");
  expect(await countCoupons()).toBe((before ?? 0) + 2);
});
