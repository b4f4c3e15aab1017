import { defaultLanguage } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { type LoadTexts, type LoadedTexts, type ActiveTexts, changeTexts } from "./change-texts.ts";

interface Waiting {
  readonly name: string;
  arrive(): void;
  fail(): void;
}

/** Creates text changes whose loads the test completes or fails one by one. */
function slowTexts() {
  const waiting: Waiting[] = [];
  const seen: ActiveTexts[] = [];
  const load: LoadTexts = (language, parts) =>
    new Promise((resolve, reject) => {
      const texts = Object.fromEntries(["shared", ...parts].map((part) => [part, language]));
      const name = [language, ...parts].join(" ");
      const done = (settle: () => void) => () => {
        waiting.splice(
          waiting.findIndex((one) => one.name === name),
          1,
        );
        settle();
      };
      waiting.push({
        name,
        arrive: done(() => resolve(texts as unknown as LoadedTexts)),
        fail: done(() => reject(new Error("no connection"))),
      });
    });
  const first = { language: defaultLanguage, texts: { shared: {} } as unknown as LoadedTexts };
  const changes = changeTexts(first, load, (shown) => seen.push(shown));
  const find = (name: string): Waiting => {
    const one = waiting.find((given) => given.name === name);
    if (one === undefined)
      throw new Error(`${name} was not requested: ${waiting.map((w) => w.name).join(", ")}`);
    return one;
  };
  const settle = async (act: () => void) => {
    act();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return {
    ...changes,
    arrive: (name: string) => settle(() => find(name).arrive()),
    fail: (name: string) => settle(() => find(name).fail()),
    arriveAll: () => settle(() => [...waiting].forEach((one) => one.arrive())),
    isWaiting: () => waiting.length > 0,
    shown: () => seen.map(({ language, texts }) => [language, ...Object.keys(texts).slice(1)].join(" ")),
  };
}

/** Completes all pending loads, and those that follow. */
async function resolveAll(texts: ReturnType<typeof slowTexts>): Promise<void> {
  while (texts.isWaiting()) await texts.arriveAll();
}

describe("[I18N-1]", () => {
  it("includes a part that a page needs during a language change, whichever of the two loads first", async () => {
    for (const first of ["en_US scanning", "id_ID"] as const) {
      const texts = slowTexts();
      const needed = texts.need(["scanning"]);
      const chosen = texts.choose("id_ID");
      await texts.arrive(first);
      await resolveAll(texts);
      await needed;
      expect(await chosen).toBe(true);
      expect(texts.shown().at(-1)).toBe("id_ID scanning");
    }
  });

  it("includes parts of two pages that load concurrently", async () => {
    const texts = slowTexts();
    const both = Promise.all([texts.need(["scanning"]), texts.need(["receipts"])]);
    await resolveAll(texts);
    await both;
    expect(texts.shown().at(-1)).toBe("en_US scanning receipts");
  });

  it("does not block other pages or a language change because of a part that fails to load", async () => {
    const texts = slowTexts();
    const lost = texts.need(["receipts"]).catch(String);
    await texts.fail("en_US receipts");
    expect(await lost).toBe("Error: no connection");
    const pending = texts.need(["receipts"]);
    const needed = texts.need(["scanning"]);
    await texts.arrive("en_US scanning");
    await texts.arrive("en_US scanning");
    await needed;
    const chosen = texts.choose("id_ID");
    await texts.arrive("id_ID scanning");
    expect(await chosen).toBe(true);
    await resolveAll(texts);
    await pending;
    expect(texts.shown().at(-1)).toBe("id_ID scanning receipts");
  });

  it("shows the later of two chosen languages, even if the earlier one loads last", async () => {
    const texts = slowTexts();
    const first = texts.choose("zh_CN");
    const second = texts.choose("id_ID");
    await texts.arrive("id_ID");
    await texts.arrive("zh_CN");
    await resolveAll(texts);
    expect(await Promise.all([first, second])).toEqual([false, true]);
    expect(new Set(texts.shown())).toEqual(new Set(["id_ID"]));
  });

  it("keeps the shown language if another one fails to load, and continues loading parts in it", async () => {
    const texts = slowTexts();
    const chosen = texts.choose("id_ID").catch(String);
    const needed = texts.need(["scanning"]);
    await texts.fail("id_ID");
    await texts.fail("id_ID scanning");
    await resolveAll(texts);
    await needed;
    expect(await chosen).toBe("Error: the texts in id_ID did not load");
    expect(texts.shown().at(-1)).toBe("en_US scanning");
  });

  it("loads a part again that failed to load", async () => {
    const texts = slowTexts();
    const needed = texts.need(["scanning"]).catch(String);
    await texts.fail("en_US scanning");
    expect(await needed).toBe("Error: no connection");
    const again = texts.need(["scanning"]);
    await resolveAll(texts);
    await again;
    expect(texts.shown()).toEqual(["en_US scanning"]);
  });
});
