import { currencies } from "@reposo/contract/money/currencies.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import {
  type BoundFunctions,
  type ByRoleMatcher,
  configure,
  type queries,
  within,
} from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import { routeOf, routes } from "#shared/routing/routes.ts";
import { openWindow } from "./browser-window.ts";
import { createFakeApi, type FakeApi, type Handlers } from "./fake-api.ts";
import { instantAfter } from "./data/instants.ts";
import { unmountRoots } from "./react-roots.ts";

interface PageOptions {
  /** The responses of the server. */
  readonly api: Handlers;
  /** The session that the browser stores; null for none. By default, a customer's. */
  readonly session?: { readonly token: string; readonly kind: "customer" | "manager" } | null;
  readonly language?: Language;
  /** IANA name of the browser's time zone. */
  readonly zone?: string;
  /** Time at which the page opens. */
  readonly now?: string;
  readonly settings?: Partial<PublicSettings>;
  /** Further items of the browser's local storage, by the name without its prefix. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Width of the window in pixels; by default that of a phone. */
  readonly width?: number;
  /** Changes the browser before the app starts. */
  readonly prepare?: () => void;
}

type Name = string | RegExp;

export interface Page extends BoundFunctions<typeof queries> {
  readonly api: FakeApi;
  readonly user: UserEvent;
  /** Addresses of documents that the page has opened, such as a payment page. */
  readonly opened: readonly string[];
  /** Waits for the element with this role and name, inside `within` if it is given. */
  find(role: ByRoleMatcher, name?: Name, inside?: HTMLElement): Promise<HTMLElement>;
  /** Waits for a text. */
  findText(text: Name, inside?: HTMLElement): Promise<HTMLElement>;
  /** Waits for an element and taps it. */
  tap(role: ByRoleMatcher, name?: Name, inside?: HTMLElement): Promise<void>;
  /** Waits for a field with this label and replaces its text. */
  fill(label: Name, text: string): Promise<void>;
  /**
   * Opens the stream of live events once the page has requested it, and waits until the page has refetched its data. The
   * stream of a page that the test does not open stays pending.
   */
  openStream(): Promise<void>;
  /** Opens the stream of live events if it is not open, and sends an event. */
  push(event: LiveEvent): Promise<void>;
  /** Waits until the page's address begins with the text. */
  atAddress(address: string): Promise<void>;
  /** Returns an item of the browser's local storage by its name without the prefix. */
  stored(name: string): string | null;
  /** Waits until the function does not throw and returns its result. */
  until<R>(check: () => R): Promise<R>;
  /** Cuts the connection of the browser, which reports it, or restores it. */
  setOnline(online: boolean): void;
  /** Lets time pass until the function does not throw, at most two minutes, and returns its result. */
  waitUntil<R>(check: () => R): Promise<R>;
  /** Lets time pass. */
  wait(milliseconds: number): Promise<void>;
}

const defaults: PublicSettings = {
  defaultLanguage: "en_US",
  acceptedOrigins: [],
  onlinePayment: { simulated: true, currencies, methods: {} },
  map: null,
  operator: { name: null, logoUrl: null, contact: null, receiptLines: [] },
};

const customer = { token: "token-of-customer", kind: "customer" } as const;

interface ShownPage {
  readonly api: FakeApi;
  readonly consoleProblems: string[];
}

let shown: ShownPage | null = null;

/**
 * Opens an address in a new browser: loads the document, whose content only the browser renders, and starts the app.
 * The app's modules are loaded again for every page, as a browser does for every document.
 */
export async function openPage(address: string, options: PageOptions): Promise<Page> {
  const {
    language = "en_US",
    zone = "Asia/Manila",
    now = instantAfter(0),
    session = customer,
    width = 360,
  } = options;
  closeShown();
  process.env.TZ = zone;
  vi.useFakeTimers({
    now: new Date(now),
    toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  vi.resetModules();
  const opened = openWindow(address, width);
  options.prepare?.();
  const api = createFakeApi(options.api);
  globalThis.fetch = api.fetch as typeof fetch;
  const consoleProblems: string[] = [];
  for (const level of ["error", "warn"] as const)
    vi.spyOn(console, level).mockImplementation((...texts) => void consoleProblems.push(texts.join(" ")));
  shown = { api, consoleProblems };

  const stored = { locale: language, token: session?.token, kind: session?.kind, ...options.stored };
  for (const [name, value] of Object.entries(stored))
    if (value !== undefined) localStorage.setItem(`reposo.${name}`, value);
  const { app } = routes[routeOf(address.split("?")[0] ?? "")];
  const data = { language, settings: { ...defaults, ...options.settings } };
  document.documentElement.dataset.app = app;
  document.body.innerHTML = '<div id="app"></div>';
  const pageData = Object.assign(document.createElement("script"), {
    id: "page-data",
    type: "application/json",
  });
  pageData.textContent = JSON.stringify(data);
  document.head.append(pageData);
  await (app === "customer" ? import("#customer/customer-app.tsx") : import("#manager/manager-app.tsx"));

  const user = userEvent.setup({ document, delay: null });
  const view = within(document.body);
  const openStream = async () => {
    // Managers' pages request it some seconds after their first view.
    await waitUntil(() => api.openStream());
    await letPageWork();
    // A handler may hold its response back, so the wait is limited.
    for (let turn = 0; turn < 20 && api.pendingCalls() > 0; turn += 1) await letPageWork();
    await letPageWork();
  };
  let taps = 0;
  // Taps at the same place within a short time are a double tap, which the app ignores.
  const tap = async (target: Element): Promise<void> => {
    taps += 1;
    await user.pointer({ keys: "[TouchA]", target, coords: { clientX: taps * 100, clientY: 0 } });
  };
  const queriesIn = (inside?: HTMLElement) => (inside === undefined ? view : within(inside));
  const find = (role: ByRoleMatcher, name?: Name, inside?: HTMLElement) => {
    const options = name === undefined ? {} : { name };
    const { getByRole, queryByRole } = queriesIn(inside);
    return untilShown(
      () => queryByRole(role, options),
      () => getByRole(role, options),
    );
  };
  return {
    ...view,
    api,
    user,
    opened,
    find,
    findText: (text, inside) => {
      const { getByText, queryByText } = queriesIn(inside);
      return untilShown(
        () => queryByText(text),
        () => getByText(text),
      );
    },
    tap: async (role, name, inside) => tap(await find(role, name, inside)),
    fill: async (label, text) => {
      const field = await untilShown(
        () => view.queryByLabelText(label),
        () => view.getByLabelText(label),
      );
      await user.clear(field);
      if (text !== "") await user.type(field, text);
    },
    openStream,
    push: async (event) => {
      await openStream();
      api.push(event);
    },
    atAddress: (expected) =>
      until(() => {
        const address = location.pathname + location.search;
        expect(address.slice(0, expected.length)).toBe(expected);
      }),
    stored: (name) => localStorage.getItem(`reposo.${name}`),
    until,
    setOnline: (online) => {
      api.setOnline(online);
      Object.defineProperty(navigator, "onLine", { value: online, configurable: true });
      window.dispatchEvent(new Event(online ? "online" : "offline"));
    },
    waitUntil,
    wait: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };
}

/** Closes the page. Returns what it did wrong: calls that the test does not expect, errors, and warnings. */
export function closePage(): string[] {
  const found = problems();
  closeShown();
  return found;
}

function closeShown(): void {
  if (shown === null) return;
  unmountRoots();
  vi.restoreAllMocks();
  vi.useRealTimers();
  shown = null;
}

const problems = (): string[] => (shown === null ? [] : [...shown.api.problems, ...shown.consoleProblems]);

// The default message contains the whole document as HTML.
configure({
  getElementError: (message, container) => {
    const texts = [...container.querySelectorAll("*")]
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node.nodeType === 3);
    const [reason = ""] = (message ?? "").split("\n");
    return new Error(`${reason}\nThe page shows: ${texts.map((node) => node.textContent).join(" | ")}`);
  },
});

const limitMilliseconds = 5_000;

/** The real time, which passes while the page's time stands still. */
const readRealTime = performance.now.bind(performance);

async function until<R>(check: () => R): Promise<R> {
  const end = readRealTime() + limitMilliseconds;
  for (let turn = 0; ; turn += 1) {
    try {
      return check();
    } catch (error) {
      // A problem is the cause of what is missing, so it is reported instead of waiting.
      if (readRealTime() > end || problems().length > 0) throw error;
    }
    await letPageWork(turn);
  }
}

/** Like `until`, but lets much time pass between the checks. */
async function waitUntil<R>(check: () => R): Promise<R> {
  for (let second = 0; second < 120; second += 1) {
    try {
      return check();
    } catch {
      await vi.advanceTimersByTimeAsync(1_000);
      await letPageWork();
    }
  }
  return check();
}

/** Like `until`, but checks only after changes of the document. `require` throws the error of a missing element. */
async function untilShown(query: () => HTMLElement | null, require: () => HTMLElement): Promise<HTMLElement> {
  const end = readRealTime() + limitMilliseconds;
  let changed = true;
  const observer = new MutationObserver(() => (changed = true));
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  try {
    for (let turn = 0; ; turn += 1) {
      // React runs effects after it has changed the document, for example to set the focus.
      if (changed && query() !== null) await letPageWork();
      const element = changed ? query() : null;
      if (element !== null) return element;
      if (readRealTime() > end || problems().length > 0) return require();
      changed = false;
      await letPageWork(turn);
    }
  } finally {
    observer.disconnect();
  }
}

/** After this many turns, the page waits for a timer, for example of a refetch. */
const quickTurns = 50;

/** Lets promises, timers that are due, and React's rendering run. No time passes while modules load. */
async function letPageWork(turn = 0): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(turn < quickTurns ? 1 : 20);
}
