import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createUploads, type Uploads } from "#features/uploads/index.ts";
import type { StoreKey } from "#features/uploads/policy/post-policy.ts";
import { type PictureLimits, pictureLimits } from "#features/uploads/sanitising/picture-process-messages.ts";
import { partEnding } from "#features/uploads/ingest/interrupted-uploads.ts";
import { createUploadKeys } from "#features/uploads/policy/upload-keys.ts";
import { registerUploadsRoutes } from "#features/uploads/uploads-routes.ts";
import { type ManualClock, manualClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import type { MediaConfig } from "#platform/config/config-media.ts";
import type { FileStoreConfig } from "#platform/config/config-files.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { testCipher } from "./key-cipher.ts";
import { openTestHttp } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeOrder } from "./network-factory.ts";
import { makePricedOutlet } from "./order-app.ts";

export interface UploadApp {
  readonly db: TestDatabase;
  readonly http: FastifyInstance;
  readonly uploads: Uploads;
  readonly clock: ManualClock;
  readonly folder: string;
  readonly token: string;
  /** The current key for signing links. */
  linkKey(): Promise<StoreKey>;
  /** Returns the paths of all files below the store's folder, including uploads in progress. */
  storedFiles(): Promise<string[]>;
  /** Returns the paths of what is kept of interrupted uploads, which `storedFiles` omits. */
  keptParts(): Promise<string[]>;
  close(): Promise<void>;
}

/** Creates a customer who may send files, because the customer has an order paid by a coupon. */
export async function makePayingCustomer(db: TestDatabase["owner"]): ReturnType<typeof makeCustomer> {
  const customer = await makeCustomer(db);
  const outlet = await makePricedOutlet(db);
  const deviceId = await makeDevice(db, outlet);
  const { customerId } = customer.caller;
  await makeOrder(db, { ...outlet, deviceId, customerId, status: "completed" });
  return customer;
}

/** Opens the upload store with its routes, on a real database and a separate folder. */
export async function openUploadApp({
  files = {},
  media = {},
  pictureLimits: limits = {},
  processingMs,
  freeBytes,
  warn = () => {},
}: {
  files?: Partial<FileStoreConfig>;
  media?: Partial<MediaConfig>;
  pictureLimits?: Partial<PictureLimits>;
  /** See `UploadsOptions`. */
  processingMs?: number;
  /** Free bytes of the disk, as the server sees them. */
  freeBytes?: () => Promise<number>;
  /** Called with each warning that the server logs. */
  warn?: (line: string) => void;
} = {}): Promise<UploadApp> {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "reposo-uploads-"));
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const uploads = await createUploads({
    database: db.database,
    clock,
    log: createLog("warn", { write: (line) => warn((JSON.parse(line) as { msg: string }).msg) }),
    cipher: testCipher,
    publicUrl: "https://chairs.example",
    files: { folder, bucket: null, oss: null, ...files },
    media: { ...readConfig({}).media, ...media },
    pictureLimits: { ...pictureLimits, ...limits },
    ...(processingMs !== undefined && { processingMs }),
    ...(freeBytes !== undefined && { freeBytes }),
  });
  const linkKeys = createUploadKeys({ database: db.database, clock, log: silentLog, cipher: testCipher });
  const { http } = await openTestHttp(db.database, { clock });
  registerUploadsRoutes(http, uploads);
  await http.ready();
  const { token } = await makePayingCustomer(db.owner);
  const allFiles = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  };
  return {
    db,
    http,
    uploads,
    clock,
    folder,
    token,
    linkKey: linkKeys.current,
    storedFiles: async () => (await allFiles()).filter((path) => !path.endsWith(partEnding)),
    keptParts: async () => (await allFiles()).filter((path) => path.endsWith(partEnding)),
    async close() {
      await http.close();
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}
