import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { sql } from "./sql.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase } from "#test/database/database.ts";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import type { Clock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { FolderInUseError, lockFolder } from "#platform/files/data-folder.ts";
import { connectDatabase } from "./database.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openDatabase, openDatabaseForCommand } from "./open-database.ts";

const log = silentLog;

describe("DATABASE_URL", () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeEach(async () => {
    empty = await createEmptyDatabase();
  });
  afterEach(() => empty.drop());

  const urlOf = (extra = "") =>
    `postgres:///${empty.database}?user=reposo&host=${encodeURIComponent(String(empty.host))}${extra}`;

  it("is migrated and then used as reposo_app, with the options that it contains", async () => {
    const options = encodeURIComponent("-c lock_timeout=1234");
    const config = readConfig({ DATABASE_URL: urlOf(`&options=${options}`) });
    const open = await openDatabase(config, { log });
    const { rows } = await sql`SELECT current_user AS name, current_setting('lock_timeout') AS timeout,
      to_regclass('orders') IS NOT NULL AS migrated`.execute(open.database);
    expect(rows).toEqual([{ name: "reposo_app", timeout: "1234ms", migrated: true }]);
    await open.close();
  });

  it("is rejected with an explanation if its user cannot act as reposo_app", async () => {
    await (await openDatabase(readConfig({ DATABASE_URL: urlOf() }), { log })).close();
    const owner = urlOf();
    const admin = await openDatabase(readConfig({ DATABASE_URL: owner }), { log });
    const asOwner = connectDatabase({ connection: admin.ownerConnection, poolSize: 1 });
    await sql`CREATE ROLE stranger LOGIN`.execute(asOwner);
    try {
      const config = readConfig({
        DATABASE_URL: owner.replace("user=reposo", "user=stranger"),
        MIGRATION_DATABASE_URL: owner,
      });
      await expect(openDatabase(config, { log })).rejects.toThrow("does not let its user act as reposo_app");
    } finally {
      await sql`DROP ROLE stranger`.execute(asOwner);
      await asOwner.destroy();
      await admin.close();
    }
  });
});

/** Encodes a message of PostgreSQL's protocol. */
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const accepted = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));

it("a connection that the database ends with its acceptance is an error of the query, not of the process", async () => {
  const terminated = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([accepted, ready, terminated])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const database = connectDatabase({ connection: { host: "127.0.0.1", port, user: "x", database: "x" } });
  await expect(sql`SELECT`.execute(database)).rejects.toThrow("not queryable");
  await database.destroy();
  server.close();
});

describe("an outdated PostgreSQL", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on("error", () => {});
      // Implements only the part of the protocol that reports a version.
      socket.once("data", () => {
        socket.write(Buffer.concat([accepted, ready]));
        socket.on("data", (chunk) => {
          if (chunk.toString("latin1", 0, 1) !== "Q") return socket.end();
          const column = Buffer.concat([
            Buffer.from("version\0"),
            Buffer.alloc(6),
            Buffer.from([0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
          ]);
          const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from("140012")]);
          socket.write(
            Buffer.concat([
              message("T", Buffer.from([0, 1]), column),
              message("D", row),
              message("C", Buffer.from("SELECT 1\0")),
              ready,
            ]),
          );
        });
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => server.close());

  it("is rejected because of its version", async () => {
    const { port } = server.address() as AddressInfo;
    const config = readConfig({ DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` });
    await expect(openDatabase(config, { log })).rejects.toThrow(
      "setting DATABASE_URL leads to PostgreSQL 14; 15 or newer is needed",
    );
  });
});

describe("TLS", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "reposo tls "));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the start's error with a database behind TLS, whose certificate no known authority has signed. */
  async function errorWith(query: string): Promise<string> {
    const database = createServer((socket) => {
      socket.on("error", () => {});
      // The client requests TLS, and the server accepts.
      socket.once("data", () => {
        socket.write("S");
        const tls = new TLSSocket(socket, { isServer: true, key: testKey, cert: testCertificate });
        tls.on("error", () => {});
      });
    }).listen(0, "127.0.0.1");
    await once(database, "listening");
    const { port } = database.address() as AddressInfo;
    const config = readConfig({ DATABASE_URL: `postgres://x@127.0.0.1:${port}/x?${query}` });
    const message = await openDatabase(config, { log }).then(
      () => "",
      (error: Error) => error.message,
    );
    database.close();
    return message;
  }

  it.each(["require", "verify-ca", "verify-full"])(
    "[RUN-2] with sslmode=%s requires a certificate of a known authority, and the error names the setting and the remedy",
    async (mode) => {
      expect(await errorWith(`sslmode=${mode}`)).toMatch(
        /^setting DATABASE_URL: cannot connect to the database: .*self.signed certificate.*sslrootcert=FILE$/,
      );
    },
  );

  it("[RUN-2] names a certificate file that is missing, without waiting", async () => {
    const file = join(folder, "missing.pem");
    const startedAt = performance.now();
    expect(await errorWith(`sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`)).toMatch(
      /^setting DATABASE_URL: cannot connect to the database: ENOENT.*missing\.pem/,
    );
    // A start waits 10 s for a database that is unavailable.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe("a command", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "reposo command "));
    await chmod(dataDir, 0o711);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it("starts the database if no server runs, uses a running server's database, and refuses a locked folder without one", async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    let waitedMs = 0;
    const clock: Clock = {
      now: () => new Date(Date.now() + waitedMs),
      sleep: async (ms) => {
        waitedMs += ms * 20;
      },
    };
    const opening = { log, clock };
    const alone = await openDatabaseForCommand(config, opening);
    const concurrent = await openDatabaseForCommand(config, opening);
    expect((await sql`SELECT 1 AS one`.execute(concurrent.database)).rows).toEqual([{ one: 1 }]);
    await concurrent.close();
    expect((await sql`SELECT 1 AS one`.execute(alone.database)).rows).toEqual([{ one: 1 }]);
    await alone.close();

    const lock = await lockFolder(dataDir);
    await expect(openDatabaseForCommand(config, opening)).rejects.toThrow(FolderInUseError);
    await lock.release();
  });
});
