import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowser } from "#test/stub-browser.ts";
import { postFile } from "./post-file.ts";

/** Stand-in for a browser's request, whose events the test triggers. */
class Request extends EventTarget {
  static latest: Request;
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  constructor() {
    super();
    Request.latest = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.dispatchEvent(new Event("abort"));
  }
}

beforeEach(() => {
  stubBrowser("/pages/feedback/feedback");
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function post() {
  const outcome = postFile({
    url: "https://files.example.com/",
    fields: [],
    file: new Blob(["video"]),
    fileName: "chair.mp4",
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  let ended: string | null = null;
  void outcome.then(({ kind }) => {
    ended = kind;
  });
  return { request: Request.latest, ended: () => ended };
}

it("[NET-3] [FB-2] an upload ends after 45 seconds without progress", async () => {
  const { request, ended } = post();
  await vi.advanceTimersByTimeAsync(40_000);
  request.upload.dispatchEvent(new Event("progress"));
  await vi.advanceTimersByTimeAsync(44_000);
  expect(ended()).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended()).toBe("cut");
});

it("[NET-3] [FB-2] a completely sent upload waits up to three minutes for the server to process the file", async () => {
  const { request, ended } = post();
  request.upload.dispatchEvent(new Event("progress"));
  request.upload.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(150_000);
  expect(ended()).toBeNull();
  request.status = 200;
  request.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended()).toBe("stored");

  const other = post();
  other.request.upload.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(179_000);
  expect(other.ended()).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other.ended()).toBe("cut");
});
