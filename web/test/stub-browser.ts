import { vi } from "vitest";

export interface StubBrowser {
  readonly stored: Map<string, string>;
  /** Addresses of the documents to which the code has navigated. */
  readonly visited: string[];
}

/** Stubs storage, location, and history for tests of API calls in Node. */
export function stubBrowser(path: string): StubBrowser {
  const stored = new Map<string, string>();
  const visited: string[] = [];
  const [pathname = path, query] = path.split("?");
  const location = {
    pathname,
    search: query === undefined ? "" : `?${query}`,
    origin: "https://reposo.example",
    replace: (href: string) => visited.push(href),
    assign: (href: string) => visited.push(href),
  };
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  vi.stubGlobal("window", { localStorage, location, history: { state: null } });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  return { stored, visited };
}
