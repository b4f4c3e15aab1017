import { Window } from "happy-dom";
import { populateGlobal } from "vitest/runtime";

const origin = "https://reposo.example";

/** Wouter stores under this name that it has extended the history of the window, so it must not outlive the window. */
const wouterMark = Symbol.for("wouter_v3");

/** Name of the function that removes the current window. It is a global, because test files of a worker share globals. */
const removal = Symbol.for("reposo.removeWindow");
const globals = globalThis as { [removal]?: () => void };

/**
 * Replaces the globals of a browser by those of a new window with an empty document. Returns the addresses of the
 * documents that the code opens instead, which are not loaded.
 */
export function openWindow(address: string, width = 360): readonly string[] {
  globals[removal]?.();
  const before = new Set(Reflect.ownKeys(globalThis));
  const window = new Window({
    url: origin + address,
    width,
    height: 740,
    settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
  });
  const opened: string[] = [];
  const open = (href: string | URL) => void opened.push(String(href).replace(origin, ""));
  Object.assign(window.location, { assign: open, replace: open, reload: () => open(window.location.href) });
  Object.defineProperty(globalThis, wouterMark, { value: undefined, configurable: true });
  const { originals } = populateGlobal(globalThis, window, { bindFunctions: true });
  globals[removal] = () => {
    for (const key of Reflect.ownKeys(globalThis))
      if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const [key, descriptor] of originals) Object.defineProperty(globalThis, key, descriptor);
    void window.happyDOM.close();
  };
  return opened;
}
