import { act, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as texts from "#locales/en_US/customer.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import type { LazyPage } from "#shared/lazy/lazy-page.ts";
import { openWindow } from "#test/browser-window.ts";
import { PageView } from "./page-view.tsx";

let unmount: () => Promise<void>;

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows a page whose code loads after a delay, or fails to. */
async function show(load: () => Promise<ComponentType>) {
  const opened = openWindow("/pages/result/result");
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const page: LazyPage = { source: "", load, loaded: () => null };
  const root = createRoot(document.body);
  unmount = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
        <PageView page={page} onShown={() => undefined} />
      </LanguageProvider>,
    ),
  );
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return { opened, wait, text: () => document.body.textContent };
}

const loadAfter = (milliseconds: number) => () =>
  new Promise<ComponentType>((resolve) => setTimeout(() => resolve(() => "the page"), milliseconds));

it("[NET-4] shows a skeleton after 200 ms, offers a reload after 60 s, and shows a page that loads even later", async () => {
  const { text, wait } = await show(loadAfter(90_000));
  await wait(199);
  expect(document.body.children).toHaveLength(0);
  await wait(1);
  expect(document.querySelector("[data-page-title]")?.textContent).toBe(texts.shared.loading);
  await wait(59_799);
  expect(text()).not.toContain(texts.shared.reload);
  await wait(1);
  expect(text()).toContain(texts.shared.pageFailed);
  expect(text()).toContain(texts.shared.reload);
  await wait(30_000);
  expect(text()).toBe("the page");
});

it("[NET-4] offers a reload as soon as the code has failed to load", async () => {
  const { opened, text } = await show(() => Promise.reject(new Error("no such file")));
  expect(text()).toContain(texts.shared.pageFailed);
  document.querySelector("main button")?.dispatchEvent(new Event("click", { bubbles: true }));
  expect(opened).toEqual(["/pages/result/result"]);
});

it("[NET-4] reloads a page that failed to load when the connection is restored", async () => {
  const { opened } = await show(() => Promise.reject(new Error("no such file")));
  const report = (isOnline: boolean) =>
    act(async () => {
      Object.defineProperty(navigator, "onLine", { value: isOnline, configurable: true });
      window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    });
  await report(false);
  expect(opened).toEqual([]);
  await report(true);
  expect(opened).toEqual(["/pages/result/result"]);
});
