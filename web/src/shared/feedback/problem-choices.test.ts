import type { Language } from "@reposo/contract/text/languages.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowser } from "#shared/app/stub-browser.ts";
import { loadProblemChoices } from "./problem-choices.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser("/pages/orderFeedback/orderFeedback");
});
afterEach(() => void vi.useRealTimers());

/** Answers each call with the next status. A successful response names the language of the call. */
function answerWith(...statuses: number[]) {
  const languages: string[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    const { lang = "" } = headers;
    languages.push(lang);
    const entries = { feedbackProblem: [{ value: "other", label: lang }] };
    const body = { code: 200, message: "", data: { entries } };
    return new Response(JSON.stringify(body), { status: statuses.shift() ?? 200 });
  });
  return languages;
}

function load(language: Language) {
  const labels: string[] = [];
  const cancel = loadProblemChoices(language, ([first]) => labels.push(first?.label ?? ""));
  return { labels, cancel };
}

it("[FB-1] [I18N-1] loads the problem types again that did not load after a change of language", async () => {
  const languages = answerWith(200, 502, 502, 200);
  const before = load("en_US");
  await vi.advanceTimersByTimeAsync(0);
  expect(before.labels).toEqual(["en_US"]);
  before.cancel();
  const after = load("id_ID");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(after.labels).toEqual([]);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(after.labels).toEqual(["id_ID"]);
  expect(languages).toEqual(["en_US", "id_ID", "id_ID", "id_ID"]);
});

it("[FB-1] loads the problem types no more when the language has changed again", async () => {
  const languages = answerWith(502);
  const { labels, cancel } = load("zh_TW");
  await vi.advanceTimersByTimeAsync(1_000);
  cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(labels).toEqual([]);
  expect(languages).toEqual(["zh_TW"]);
});

it("[FB-1] retries at growing intervals while the problem types do not load", async () => {
  const calls = answerWith(...Array<number>(200).fill(502));
  const { cancel } = load("zh_CN");
  await vi.advanceTimersByTimeAsync(29_999);
  expect(calls).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(600_000);
  cancel();
  expect(calls.length).toBeGreaterThanOrEqual(12);
  expect(calls.length).toBeLessThanOrEqual(17);
});
