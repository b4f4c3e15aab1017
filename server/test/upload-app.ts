import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createUploads, type Uploads } from "#features/uploads/index.ts";
import { registerUploadsRoutes } from "#features/uploads/uploads-routes.ts";
import { type ManualClock, manualClock } from "#platform/clock.ts";
import type { FileStoreConfig } from "#platform/config-files.ts";
import { silentLog } from "#platform/log.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { openTestHttp } from "./http-client.ts";
import { makeCustomer } from "./network-factory.ts";

export interface UploadApp {
  readonly db: TestDatabase;
  readonly http: FastifyInstance;
  readonly uploads: Uploads;
  readonly clock: ManualClock;
  readonly folder: string;
  readonly token: string;
  /** Every file below the store's folder, half received ones too. */
  filesKept(): Promise<string[]>;
  close(): Promise<void>;
}

/** The store with its routes, on a real database and a folder of its own. */
export async function openUploadApp({
  files = {},
  ffmpeg,
}: {
  files?: Partial<FileStoreConfig>;
  ffmpeg?: string;
} = {}): Promise<UploadApp> {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "reposo-uploads-"));
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const uploads = await createUploads({
    database: db.database,
    clock,
    log: silentLog,
    publicUrl: "https://chairs.example",
    files: { folder, bucket: null, oss: null, ...files },
    ...(ffmpeg === undefined ? {} : { ffmpeg }),
  });
  const { http } = await openTestHttp(db.database, { clock });
  registerUploadsRoutes(http, uploads);
  await http.ready();
  const { token } = await makeCustomer(db.owner);
  return {
    db,
    http,
    uploads,
    clock,
    folder,
    token,
    filesKept: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    },
    async close() {
      await http.close();
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}
