import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearSession, readSession, storeSession } from "./session-storage.ts";
import { type StubBrowser, stubBrowser } from "#test/stub-browser.ts";

let browser: StubBrowser;

beforeEach(() => {
  browser = stubBrowser("/pages/home/home");
});
afterEach(() => vi.unstubAllGlobals());

const customer = { token: "customer-1", kind: "customer" } as const;
const manager = { token: "manager-1", kind: "manager" } as const;

it("[WHO-2] uses a manager's token until logout, and then the customer's token again", () => {
  storeSession(customer);
  storeSession(manager);
  expect(readSession()).toEqual(manager);
  clearSession(manager.token);
  expect(readSession()).toEqual(customer);
  expect([...browser.stored.keys()].sort()).toEqual(["reposo.kind", "reposo.token"]);
});

it("[WHO-2] does not replace a manager's token by a renewed customer's token", () => {
  storeSession(customer);
  storeSession(manager);
  storeSession({ token: "customer-2", kind: "customer" });
  expect(readSession()).toEqual(manager);
  clearSession(manager.token);
  expect(readSession()).toEqual({ token: "customer-2", kind: "customer" });
});

it("[SES-3] does not end a session that has replaced the ended one", () => {
  storeSession(manager);
  storeSession({ token: "manager-2", kind: "manager" });
  clearSession(manager.token);
  expect(readSession()?.token).toBe("manager-2");
});

it("[SES-1] reads a token without a kind, which an earlier version stored, as a customer's token", () => {
  browser.stored.set("reposo.token", "stored-before");
  expect(readSession()).toEqual({ token: "stored-before", kind: "customer" });
});

it("[SES-1] stores the session in memory if storage is full", () => {
  storeSession(customer);
  vi.spyOn(window.localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  storeSession({ token: "unstored-1", kind: "customer" });
  expect(readSession()?.token).toBe("unstored-1");
  vi.restoreAllMocks();
  storeSession(customer);
  clearSession(customer.token);
  expect(readSession()).toBeNull();
});
