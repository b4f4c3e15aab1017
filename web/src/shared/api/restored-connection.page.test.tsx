import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { openWindow } from "#test/browser-window.ts";
import { reportReachable, useOnline } from "./connection.ts";

const Connection = () => <p>{useOnline() ? "connected" : "no connection"}</p>;

it("[NET-3] probes the server at once when the browser reports that the connection is restored", async () => {
  openWindow("/");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const probe = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
  const root = createRoot(document.body);
  flushSync(() => root.render(<Connection />));
  flushSync(() => reportReachable(false));
  expect(document.body.textContent).toBe("no connection");
  // Time stands still, so no probe of the interval runs.
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(document.body.textContent).toBe("connected"), 20_000);
  expect(probe).toHaveBeenCalledTimes(1);
  root.unmount();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
