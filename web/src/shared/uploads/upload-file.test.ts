import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shared } from "#locales/en_US/shared.ts";
import { stubBrowser } from "#shared/app/stub-browser.ts";
import { activateTexts } from "#shared/i18n/i18n.tsx";
import { storeSession } from "#shared/session/session-storage.ts";
import { uploadFile } from "./upload-file.ts";

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
