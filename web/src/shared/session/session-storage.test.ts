import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearSession, readSession, storeSession } from "./session-storage.ts";
import { type StubBrowser, stubBrowser } from "#shared/app/stub-browser.ts";

let browser: StubBrowser;

beforeEach(() => {
  browser = stubBrowser("/pages/home/home");
});
afterEach(() => vi.unstubAllGlobals());

const customer = { token: "customer-1", kind: "customer" } as const;
const manager = { token: "manager-1", kind: "manager" } as const;

it("[WHO-2] uses a manager's token while there is one and returns to the customer's afterwards", () => {
  storeSession(customer);
  storeSession(manager);
  expect(readSession()).toEqual(manager);
  clearSession(manager.token);
  expect(readSession()).toEqual(customer);
  expect([...browser.stored.keys()].sort()).toEqual(["reposo.kind", "reposo.token"]);
});

it("[WHO-2] never replaces a manager's token by a customer's that was renewed meanwhile", () => {
  storeSession(customer);
  storeSession(manager);
  storeSession({ token: "customer-2", kind: "customer" });
  expect(readSession()).toEqual(manager);
  clearSession(manager.token);
  expect(readSession()).toEqual({ token: "customer-2", kind: "customer" });
});

it("[SES-3] does not end the session that has replaced the ended one", () => {
  storeSession(manager);
  storeSession({ token: "manager-2", kind: "manager" });
  clearSession(manager.token);
  expect(readSession()?.token).toBe("manager-2");
});

it("[SES-1] reads a session that an earlier version stored: a token without a kind is a customer's", () => {
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
