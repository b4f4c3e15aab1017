import { expect, it, vi } from "vitest";
import { refetchWhenShown } from "./use-live-refetch.ts";

it("[NET-3] refetches a page that is shown again or restored from the back-forward cache, not one that has just loaded", () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const view = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", view);
  const show = (persisted: boolean) =>
    view.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  const refetch = vi.fn<() => void>();
  const end = refetchWhenShown(refetch);
  show(false);
  expect(refetch).toHaveBeenCalledTimes(0);
  show(true);
  expect(refetch).toHaveBeenCalledTimes(1);

  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  show(true);
  expect(refetch).toHaveBeenCalledTimes(1);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(refetch).toHaveBeenCalledTimes(2);

  end();
  show(true);
  page.dispatchEvent(new Event("visibilitychange"));
  expect(refetch).toHaveBeenCalledTimes(2);
});
