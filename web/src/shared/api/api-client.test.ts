import type { Envelope } from "@reposo/contract/endpoint.ts";
import { tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shared } from "#locales/en_US/shared.ts";
import { callApi } from "./api-client.ts";
import { refusalCode } from "./api-failure.ts";
import { activateTexts } from "#shared/i18n/i18n.tsx";
import { type StubBrowser, stubBrowser } from "#test/stub-browser.ts";
import { readSession, storeSession } from "#shared/session/session-storage.ts";
import * as toasts from "#shared/toasts/toasts.ts";

const answer = (envelope: object, status = 200) => new Response(JSON.stringify(envelope), { status });
const shownToast = vi.spyOn(toasts, "showToast");
const sent = vi.fn<typeof fetch>();

let browser: StubBrowser;
let account = 0;

beforeEach(() => {
  vi.useFakeTimers();
  browser = stubBrowser("/pages/home/home?from=test");
  activateTexts("en_US", { shared });
  vi.stubGlobal("fetch", sent);
  sent.mockReset();
  shownToast.mockClear();
  account += 1;
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Address of the login page, which afterwards returns to the page. */
const afterwards = "/pages/login/login?next=%2Fpages%2Fhome%2Fhome%3Ffrom%3Dtest";
const manager = () => storeSession({ token: `manager-${account}`, kind: "manager" });
const shownTexts = () => shownToast.mock.calls.map(([text]) => text);

describe("an ended session", () => {
  const ends: [number, string, string][] = [
    [401, "please log in again", "please log in again"],
    [20109, `… ${tokenExpiredPhrases.en_US} …`, shared.loggedInElsewhere],
    [30107, "account disabled", "account disabled"],
  ];
  it.each(ends)(
    "[SES-3] [LOGIN-4] shows the message of code %d once for all calls, and logs out after a second",
    async (code, message, shown) => {
      manager();
      sent.mockImplementation(async () => answer({ code, message, data: null }));
      const calls = Array.from({ length: 5 }, () => callApi("loginInfo", undefined));
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.map((each) => each.status)).toEqual(Array(5).fill("rejected"));
      expect(shownTexts()).toEqual([shown]);
      await vi.advanceTimersByTimeAsync(999);
      expect(readSession()).not.toBeNull();
      expect(browser.visited).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(readSession()).toBeNull();
      expect(browser.visited).toEqual([afterwards]);
    },
  );

  it("[SES-3] does not end another session that was started before the logout", async () => {
    manager();
    sent.mockImplementation(async () => answer({ code: 401, message: "please log in again", data: null }));
    await callApi("loginInfo", undefined).catch(() => null);
    storeSession({ token: "another", kind: "manager" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(readSession()).toEqual({ token: "another", kind: "manager" });
  });

  it("[WHO-2] fetches a new token for a customer without a message, and retries once with it", async () => {
    storeSession({ token: "spent", kind: "customer" });
    sent
      .mockResolvedValueOnce(answer({ code: 401, message: "please log in again", data: null }))
      .mockResolvedValueOnce(answer({ code: 200, message: "", data: { token: "fresh", expiresAt: "" } }))
      .mockResolvedValueOnce(answer({ code: 200, message: "", data: null }));
    await expect(callApi("deviceStatus", { deviceId: "MC1000" })).resolves.toBeNull();
    expect(readSession()).toEqual({ token: "fresh", kind: "customer" });
    expect(sent).toHaveBeenCalledTimes(3);
    expect(shownToast).not.toHaveBeenCalled();
  });

  it("[WHO-2] does not retry again if the new token is refused, too", async () => {
    storeSession({ token: "spent", kind: "customer" });
    sent.mockImplementation(async (url) =>
      JSON.stringify(url).includes("guest")
        ? answer({ code: 200, message: "", data: { token: "no better", expiresAt: "" } })
        : answer({ code: 401, message: "please log in again", data: null }),
    );
    await expect(callApi("deviceStatus", { deviceId: "MC1000" })).rejects.toMatchObject({ kind: "ended" });
    expect(sent).toHaveBeenCalledTimes(3);
  });
});

describe("a call", () => {
  const device = () => callApi("publicDevice", { deviceId: "MC1000" });

  it("[NET-3] opens the login page instead of calling the server without a token", async () => {
    await expect(callApi("loginInfo", undefined)).rejects.toMatchObject({ kind: "noToken" });
    expect(sent).not.toHaveBeenCalled();
    expect(shownTexts()).toEqual([shared.pleaseLogIn]);
    expect(browser.visited).toEqual([afterwards]);
  });

  it("[NET-3] is aborted after 60 s", async () => {
    sent.mockImplementation(
      (_, options) =>
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
        ),
    );
    const failure = device().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(shownToast).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ kind: "timeout" });
    expect(shownTexts()).toEqual(["Network connection failed"]);
  });

  it("[NET-3] shows that the server could not be reached", async () => {
    sent.mockRejectedValue(new TypeError("Failed to fetch"));
    const failed = device();
    await expect(failed).rejects.toMatchObject({ kind: "network", message: "Network connection failed" });
    expect(shownTexts()).toEqual(["Network connection failed"]);
    // The next probe succeeds, so that no timer is left for the following test.
    sent.mockImplementation(async () => answer({ code: 200 }));
    await vi.advanceTimersByTimeAsync(3_000);
  });

  const invalidResponses: [string, object | string, number][] = [
    ["no JSON", "<html>", 200],
    ["no envelope", { data: {} }, 200],
    [
      "null where the contract has none",
      { code: 200, message: "", data: null } satisfies Envelope<null>,
      200,
    ],
    ["a list where the contract has an object", { code: 200, message: "", data: [] }, 200],
  ];
  it.each(invalidResponses)("[NET-2] rejects a response that is %s", async (_, body, status) => {
    sent.mockResolvedValue(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
    await expect(device()).rejects.toMatchObject({ kind: "invalid", message: shared.answerInvalid });
  });

  it("[NET-2] treats code 1 as success, and a status above 299 as a refusal with the server's message", async () => {
    sent.mockResolvedValueOnce(answer({ code: 1, message: "", data: { deviceId: "MC1000" } }, 201));
    await expect(device()).resolves.toMatchObject({ deviceId: "MC1000" });
    sent.mockResolvedValueOnce(answer({ code: 409, message: "taken", data: null }, 409));
    await expect(device()).rejects.toMatchObject({ kind: "refused", code: 409, message: "taken" });
    sent.mockResolvedValueOnce(answer({ code: 404, message: "", data: null }, 404));
    await expect(device()).rejects.toMatchObject({ message: "Unable to find interface path" });
  });

  it.each([429, 500, 503])("[NET-2] treats status %i as a server error, not as a refusal", async (code) => {
    sent.mockResolvedValueOnce(answer({ code, message: "try later", data: null }, code));
    const failure = await device().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "unavailable", code, message: "try later" });
    expect(refusalCode(failure)).toBeNull();
  });
});
