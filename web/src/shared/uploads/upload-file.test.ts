import { uploadProcessingSeconds } from "@reposo/contract/feedback/media-limits.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shared } from "#locales/en_US/shared.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { activateTexts } from "#shared/i18n/i18n.tsx";
import { storeSession } from "#shared/session/session-storage.ts";
import { uploadFile, uploadRetryMilliseconds } from "./upload-file.ts";

const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  stubBrowser("/pages/feedback/feedback");
  activateTexts("en_US", { shared });
  vi.stubGlobal("fetch", sent);
  storeSession({ token: "customer", kind: "customer" });
});
afterEach(() => void vi.unstubAllGlobals());

const upload = () =>
  uploadFile({
    content: new Blob(["photo"]),
    name: "chair.jpg",
    dir: "feedback",
    signal: new AbortController().signal,
    onProgress: () => {},
  });

it.each([
  [429, { code: 429, message: "try later", data: null }, "cut"],
  [503, { code: 503, message: "try later", data: null }, "cut"],
  [502, "<html>Bad Gateway</html>", "cut"],
  [200, { code: 20601, message: "no", data: null }, "refused"],
])(
  "[FB-2] [NET-2] an upload whose policy is answered with status %i is %j: %s",
  async (status, body, kind) => {
    sent.mockResolvedValueOnce(
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    );
    expect(await upload()).toMatchObject({ kind });
  },
);

describe("[FB-2] a file that the object store has, but the server did not confirm", () => {
  /** Stand-in for a browser's request, to which the object store responds with 203. */
  class LateRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 203;
    open(): void {}
    send(): void {
      this.dispatchEvent(new Event("load"));
    }
  }
  beforeEach(() => {
    vi.stubGlobal("window", Object.assign(new EventTarget(), window));
    vi.stubGlobal("XMLHttpRequest", LateRequest);
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  /** Uploads while the server reports `receiving` for some seconds, and then the given state. */
  async function uploadLate(receivingSeconds: number, then: "stored" | "absent" | "receiving") {
    const startedAt = Date.now();
    const policy = {
      dir: "feedback/1",
      policy: "",
      accessid: "",
      signature: "",
      callback: "",
      expiresAt: "",
      receivedBytes: 0,
    };
    sent.mockImplementation(async (url) => {
      const isReceiving = Date.now() - startedAt < receivingSeconds * 1_000;
      const data = (url as string).includes("getPolicy")
        ? { ...policy, host: "https://files.example.com/" }
        : { state: isReceiving ? "receiving" : then };
      return new Response(JSON.stringify({ code: 200, message: "", data }));
    });
    let ended: { kind: string; afterSeconds: number } | null = null;
    void upload().then(({ kind }) => {
      ended = { kind, afterSeconds: (Date.now() - startedAt) / 1_000 };
    });
    await vi.advanceTimersByTimeAsync(300_000);
    return ended as { kind: string; afterSeconds: number } | null;
  }

  it("is polled for longer than the server may process it", async () => {
    expect(await uploadLate(uploadProcessingSeconds, "stored")).toMatchObject({ kind: "stored" });
    const unanswered = await uploadLate(300, "receiving");
    expect(unanswered?.kind).toBe("cut");
    expect(unanswered?.afterSeconds).toBeGreaterThan(uploadProcessingSeconds);
  });

  it("was refused if it is soon absent, and is uploaded again if the server did not process it in time", async () => {
    expect(await uploadLate(5, "absent")).toMatchObject({ kind: "refused" });
    expect(await uploadLate(uploadProcessingSeconds, "absent")).toMatchObject({ kind: "cut" });
  });
});

it("[FB-2] retries with exponential backoff", () => {
  expect([1, 2, 3, 9].map(uploadRetryMilliseconds)).toEqual([1_000, 2_000, 4_000, 15_000]);
});
