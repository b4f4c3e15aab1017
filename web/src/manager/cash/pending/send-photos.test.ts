import { resultCodes } from "@reposo/contract/result-codes.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shared } from "#locales/en_US/manager.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { activateTexts } from "#shared/i18n/i18n.tsx";
import { storeSession } from "#shared/session/session-storage.ts";
import { sendPhotos } from "./send-photos.ts";
import type { StoredCollection } from "./stored-collection.ts";

const accountId = "account";
const policy = {
  dir: "collections/1",
  policy: "",
  accessid: "",
  signature: "",
  callback: "",
  expiresAt: "",
  receivedBytes: 0,
};
const stored = new Map<string, StoredCollection>();
const added: string[] = [];
/** Called when the object store receives the file, and when the server receives the call that adds it. */
let onReceived: (what: "file" | "photo") => void;

/** Stand-in for a browser's request, with which the object store receives the file. */
class UploadRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 200;
  open(): void {}
  send(): void {
    onReceived("file");
    this.dispatchEvent(new Event("load"));
  }
}

/** Returns whether the server has deleted the file of the collection "expired". */
let onExpired = () => false;

beforeEach(() => {
  onExpired = () => false;
  stubBrowser("/pages/cash/cash");
  activateTexts("en_US", { shared });
  storeSession({ token: "manager", kind: "manager" });
  vi.stubGlobal("XMLHttpRequest", UploadRequest);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.includes("getPolicy")) {
      const data = { ...policy, host: "https://files.example.com/" };
      return new Response(JSON.stringify({ code: 200, message: "", data }));
    }
    onReceived("photo");
    const collectionId = new URLSearchParams(init.body as URLSearchParams).get("collectionId") ?? "";
    if (collectionId === "late" || (collectionId === "expired" && onExpired()))
      return new Response(JSON.stringify({ code: resultCodes.uploadRefused, message: "late", data: null }));
    added.push(collectionId);
    return new Response(JSON.stringify({ code: 200, message: "", data: {} }));
  });
  stored.clear();
  added.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

function store(collectionId: string, key?: string): void {
  const photo = { content: new Blob(["photo"]), name: "box.jpg", ...(key !== undefined && { key }) };
  const request = { collectionId, deviceId: "MC100001", counted: 1, currency: "PHP" as const };
  stored.set(collectionId, {
    accountId,
    request: { ...request, collectedAt: "2026-11-20T00:00:00.000Z" },
    refusal: null,
    isRecorded: true,
    photo,
  });
}

const send = (token = "manager") =>
  sendPhotos(
    {
      list: async () => [...stored.values()],
      put: async (collection) => void stored.set(collection.request.collectionId, collection),
      remove: async (collectionId) => void stored.delete(collectionId),
      currentToken: () => "manager",
    },
    accountId,
    token,
  );

it("[CASH-4] does not add a photo that was removed in another tab during its upload, and sends the next one", async () => {
  store("removed");
  store("next");
  onReceived = (what) => what === "file" && stored.delete("removed");
  await send();
  expect(added).toEqual(["next"]);
  expect([...stored.keys()]).toEqual([]);
});

it("[CASH-4] does not store a photo again that was removed while it was added", async () => {
  store("late", "collections/1/box.jpg");
  onReceived = () => stored.delete("late");
  await send();
  expect([...stored.keys()]).toEqual([]);
});

it("[CASH-4] uploads a photo again that the server has deleted, and then sends the next one", async () => {
  store("expired", "collections/1/old.jpg");
  store("next");
  let uploads = 0;
  onReceived = (what) => {
    if (what === "file") uploads += 1;
  };
  onExpired = () => uploads === 0;
  await send();
  expect([added, uploads, stored.size]).toEqual([["expired", "next"], 2, 0]);
});

it("[CASH-4] refuses a photo that the server rejects right after its upload, and sends the next one", async () => {
  store("expired");
  store("next");
  onReceived = () => {};
  onExpired = () => true;
  await send();
  expect(added).toEqual(["next"]);
  expect(stored.get("expired")?.refusal).toBe("late");
});

it("[CASH-4] sends no photo after another account has logged in", async () => {
  store("next");
  onReceived = () => {};
  await send("earlier");
  expect([added, stored.size]).toEqual([[], 1]);
});
